// The content library. The rest of the server sees it only through this file.
export { type ContentType, contentTypes } from './content-type.ts'
export { type ImportReport, importContent } from './import-content.ts'
export { type ListedContent, listContent } from './list-content.ts'
export { type FileFormat, fileFormats, readItems } from './reading/read-items.ts'
export { seedContent } from './seed-content.ts'
