export { type FileVerdict, type VerifyFileOptions, verifyFile } from './node/verify-file.ts'
