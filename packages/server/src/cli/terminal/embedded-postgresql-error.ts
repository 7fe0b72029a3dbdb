/** The PostgreSQL that npm installed cannot be used. The message is for people. */
export class EmbeddedPostgresqlError extends Error {
  constructor(message: string) {
    super(`${message}\nTo use another PostgreSQL: parley dev --database-url <url>`)
    this.name = 'EmbeddedPostgresqlError'
  }
}
