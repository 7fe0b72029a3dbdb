import type { AppOperation } from '../app/operation.ts'
import {
  endFirmApplication,
  listFirmApplicationActs,
  listFirmApplications,
  showFirmApplication,
} from './applications.ts'
import { getBookHold, handOverBook, listHandovers, previewHandover, releaseBook } from './books.ts'
import { getConsole } from './console.ts'
import { listFirmJournal } from './journal.ts'
import { changeFirmNumber, listFirmNumbers } from './numbers.ts'
import { getFirmOverview, listAdvisorFigures, listCountedEntries } from './overview.ts'
import {
  addFirmPerson,
  assignAssistant,
  giveFirmRole,
  inviteFirmPerson,
  listFirmPeople,
  resetFirmSecondFactor,
  showFirmPerson,
  signOutFirmPerson,
  takeFirmRole,
  unassignAssistant,
  updateFirmPerson,
} from './people.ts'
import { changeFirmPolicy, checkFirmPolicy, getFirmPolicy } from './policy.ts'

/** Operations of the firm's console. */
export const firmOperations = {
  getConsole,
  getFirmOverview,
  listAdvisorFigures,
  listCountedEntries,
  listFirmPeople,
  showFirmPerson,
  addFirmPerson,
  inviteFirmPerson,
  updateFirmPerson,
  giveFirmRole,
  takeFirmRole,
  assignAssistant,
  unassignAssistant,
  signOutFirmPerson,
  resetFirmSecondFactor,
  previewHandover,
  handOverBook,
  listHandovers,
  getBookHold,
  releaseBook,
  listFirmNumbers,
  changeFirmNumber,
  listFirmApplications,
  showFirmApplication,
  listFirmApplicationActs,
  endFirmApplication,
  getFirmPolicy,
  checkFirmPolicy,
  changeFirmPolicy,
  listFirmJournal,
} as const satisfies Record<string, AppOperation>
