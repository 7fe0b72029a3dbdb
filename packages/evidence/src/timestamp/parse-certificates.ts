import { decodeBase64 } from '../bytes/base64.ts'
import { decodeUtf8 } from '../bytes/utf8.ts'
import { FormatError } from '../format-error.ts'
import { parseCertificate } from './certificate.ts'

const fileBytesMax = 1_048_576
const certificatesMax = 256

/** The certificates of a PEM file, as DER. */
export function parseCertificates(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length > fileBytesMax) throw new FormatError(`The file is longer than ${fileBytesMax} bytes.`)
  const text = decodeUtf8(bytes, 'The file')
  const found = [...text.matchAll(/-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g)]
  if (found.length === 0) throw new FormatError('The file contains no certificate in PEM format.')
  if (found.length > certificatesMax)
    throw new FormatError(`The file contains more than ${certificatesMax} certificates.`)
  return found.map(([, body = '']) => {
    const certificate = decodeBase64(body.replaceAll(/\s/g, ''), 'A certificate')
    parseCertificate(certificate)
    return certificate
  })
}
