import type { Agent } from 'undici'
import type { Network } from '../platform/outgoing/dialing-rule.ts'
import { createOutgoingAgent } from '../platform/outgoing/outgoing-agent.ts'

/** Calls public addresses and those of the allowed networks. */
export const createWebhookAgent = (allowedNetworks: readonly Network[]): Agent =>
  createOutgoingAgent({ allowedNetworks })
