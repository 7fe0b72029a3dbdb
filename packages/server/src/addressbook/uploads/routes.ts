import { appOperations, type ContactImport, type ContactImportDetail, limits } from '@parley/contract'
import { authorOf } from '../../journal/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { appRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { createSurveys } from './create-surveys.ts'
import { discardUpload } from './discard-upload.ts'
import { findUpload } from './find-upload.ts'
import { linesToFix } from './lines-to-fix.ts'
import { listUploads } from './list-uploads.ts'
import { mapColumns } from './map-columns.ts'
import type { UploadRow } from './queries.ts'
import { startImport } from './start-import.ts'
import { notesKept } from './survey-file.ts'
import { uploadContacts } from './upload-contacts.ts'

/** Contact upload routes of the advisor app. */
export function serveUploads(app: HttpServer, { database }: { readonly database: Database }): void {
  const surveys = createSurveys()
  app.addHook('onClose', () => surveys.close())
  const show = async (advisorId: number, uploadId: number): Promise<ContactImportDetail> =>
    detailOf(await findUpload(database, advisorId, uploadId, limits.refusalsShown))

  void app.register(async scope => {
    const { bytesMax: bodyLimit, mediaType } = appOperations.uploadContacts.file
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      mediaType,
      { parseAs: 'buffer', bodyLimit },
      async (_request: unknown, bytes: Buffer) => bytes,
    )
    scope.setErrorHandler((error, _request, _reply) => {
      throw inOwnWords(error)
    })
    appRoute(scope, appOperations.uploadContacts, async ({ caller: { advisorId }, query, request }) => {
      const bytes = request.body
      if (!Buffer.isBuffer(bytes)) throw new Problem('invalid_request', 'The file is empty.')
      return show(
        advisorId,
        await uploadContacts(database, advisorId, surveys, { fileName: query.fileName, bytes }),
      )
    })
  })

  appRoute(app, appOperations.mapContactColumns, async ({ caller: { advisorId }, params, body }) => {
    await mapColumns(database, advisorId, surveys, { uploadId: params.importId, fields: body.fields })
    return show(advisorId, params.importId)
  })

  appRoute(app, appOperations.startContactImport, async input => {
    const { params, body, caller } = input
    const { groupId, again = false } = body
    await startImport(database, authorOf(input), { uploadId: params.importId, groupId, again })
    return show(caller.advisorId, params.importId)
  })

  appRoute(app, appOperations.listContactImports, async ({ caller }) => {
    const uploads = await listUploads(database, caller.advisorId)
    return { data: uploads.map(summaryOf) }
  })

  appRoute(app, appOperations.getContactImport, ({ caller, params }) =>
    show(caller.advisorId, params.importId),
  )

  appRoute(app, appOperations.discardContactImport, async ({ caller, params }) => {
    await discardUpload(database, caller.advisorId, params.importId)
    return undefined
  })

  appRoute(app, appOperations.downloadRefusals, async ({ caller, params, reply }) => {
    const upload = await findUpload(database, caller.advisorId, params.importId, notesKept)
    void reply
      .header('content-disposition', 'attachment; filename="lines-to-fix.csv"')
      .type('text/csv; charset=utf-8')
      .send(linesToFix(upload))
    return undefined
  })
}

/** The platform's messages about bodies assume JSON of a quarter of a megabyte. */
function inOwnWords(error: unknown): unknown {
  switch ((error as { readonly code?: unknown } | null)?.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('payload_too_large', `The file is larger than ${limits.uploadBytes} bytes.`)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', 'Send the file as text/csv.')
    default:
      return error
  }
}

function summaryOf(upload: Omit<UploadRow, 'notes'>): ContactImport {
  const { state, right, lines, doubtful, createdCount, refusedCount, problem, finishedAt } = upload
  const isDraft = state === 'draft'
  const created = isDraft ? right : (createdCount ?? 0)
  const duplicates = isDraft ? upload.duplicates : (upload.duplicateCount ?? 0)
  const refused = isDraft ? lines - right - duplicates : (refusedCount ?? 0)
  return {
    importId: upload.uploadId,
    fileName: upload.fileName,
    state,
    lines,
    linesDone: isDraft ? 0 : created + refused + duplicates,
    created,
    refused,
    duplicates,
    doubtful,
    ...(problem === null ? {} : { problem }),
    dateTimeUploaded: upload.createdAt.toISOString(),
    ...(finishedAt && { dateTimeFinished: finishedAt.toISOString() }),
  }
}

function detailOf(upload: UploadRow): ContactImportDetail {
  const { columns, notes, groupId, encoding, importedBefore } = upload
  return {
    ...summaryOf(upload),
    columns: columns.map(({ title, field, samples }) => ({
      title,
      ...(field === null ? {} : { field }),
      samples: [...samples],
    })),
    ...(groupId === null ? {} : { groupId }),
    encoding,
    notes: notes.map(({ line, name, kind, mistake }) => ({
      line,
      kind: kind ?? 'refused',
      mistake,
      ...(name && { name }),
    })),
    ...(importedBefore && { dateTimeImportedBefore: importedBefore.toISOString() }),
  }
}
