import { Problem } from '../../platform/problem/problem.ts'
import { threadModule } from '../../platform/program/server-file.ts'
import { createThreads } from '../../platform/threads/create-threads.ts'
import type { FieldName } from '../contacts/contact-fields.ts'
import type { Survey } from './survey-file.ts'
import type { SurveyTask } from './survey-thread.ts'

interface Surveyed {
  readonly name: string
  readonly bytes: Buffer
  /** If omitted, the column titles decide. */
  readonly fields?: readonly (FieldName | null)[]
}

export interface Surveys {
  /** Reads a whole file and reports what an import would do. */
  survey(advisorId: number, file: Surveyed): Promise<Survey>
  close(): Promise<void>
}

/**
 * About eight times what the costliest file within the limits takes (2.4 s), and less than the timeout of browsers and
 * proxies.
 */
const surveyMsMax = 20_000

export function createSurveys(): Surveys {
  const threads = createThreads<SurveyTask, Survey>({
    module: threadModule('addressbook/uploads/survey-thread.ts'),
    threads: 1,
    tasksOfOwner: 4,
    memoryMegabytes: 256,
    taskMsMax: surveyMsMax,
    tooLong: () =>
      new Problem(
        'invalid_request',
        `The file takes more than ${surveyMsMax / 1_000} seconds to read. Nothing was done. Split it into smaller files.`,
      ),
  })
  return {
    survey: (advisorId, { name, bytes, fields }) => {
      // A copy, because it is transferred to the thread and the bytes are stored afterwards.
      const copy = new Uint8Array(bytes)
      return threads.run(advisorId, { name, bytes: copy, fields }, [copy.buffer])
    },
    close: () => threads.close(),
  }
}
