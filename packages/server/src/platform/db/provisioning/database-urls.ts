export interface DatabaseUrls {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly sealerUrl: string
}

/** URLs of the three roles on an administrator's server. The password is for development and tests. */
export function databaseUrls(adminUrl: string, database: string): DatabaseUrls {
  return {
    ownerUrl: urlOf('parley_owner'),
    appUrl: urlOf('parley_app'),
    sealerUrl: urlOf('parley_sealer'),
  }

  function urlOf(role: string): string {
    const url = new URL(adminUrl)
    url.username = role
    url.password = 'parley'
    url.pathname = `/${encodeURIComponent(database)}`
    return url.href
  }
}
