/** The server on which tests create and drop databases, as a superuser. */
export const adminUrl: string =
  process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
