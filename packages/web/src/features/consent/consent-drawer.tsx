import { Drawer } from '@mantine/core'
import { ConsentRecord } from './consent-record.tsx'

interface DrawerProps {
  readonly memberId: number
  readonly name: string
  readonly isOpen: boolean
  readonly close: () => void
}

export function ConsentDrawer({ memberId, name, isOpen, close }: DrawerProps) {
  return (
    <Drawer opened={isOpen} onClose={close} position="right" size="md" title={`Consent record for ${name}`}>
      {isOpen && <ConsentRecord memberId={memberId} />}
    </Drawer>
  )
}
