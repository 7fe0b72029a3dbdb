// Runs in its own thread: a file of 5 MB takes a second or two to read.
import { answering } from '../../platform/threads/task-outcome.ts'
import type { FieldName } from '../contacts/contact-fields.ts'
import { surveyFile } from './survey-file.ts'

export interface SurveyTask {
  readonly name: string
  readonly bytes: Uint8Array
  readonly fields: readonly (FieldName | null)[] | undefined
}

// biome-ignore lint/style/noDefaultExport: what a thread runs is its module's default export
export default answering(({ name, bytes, fields }: SurveyTask) =>
  surveyFile(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), fields),
)
