import { refuseDuplicate } from '../../people/refuse-duplicate.ts'

const sentence = 'Another user has this userName, e-mail address or externalId.'

/** The sentence names no value: who else has it may be of another firm. */
export const refuseTaken = <Result>(write: Promise<Result>): Promise<Result> =>
  refuseDuplicate(write, {
    advisor_email_is_unique: sentence,
    person_email_is_unique: sentence,
    directory_person_user_name_is_unique: sentence,
    directory_person_external_id_is_unique: sentence,
  })
