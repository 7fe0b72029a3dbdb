import type { FirmApplication } from '@parley/contract'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../../lib/queries.ts'
import { showDate } from '../../lib/time.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import classes from '../console.module.css'
import { ConsoleLink } from '../link.tsx'
import { browserZone } from '../use-console.ts'

/** Which applications act for the firm's advisors. */
export function ApplicationsPage() {
  const query = useQuery(reading('listFirmApplications', {}))
  return (
    <Page
      title="Apps"
      lead="Applications that your firm, or one of its advisors, allows to act. All of them follow the same consent rules."
    >
      {query.isPending && <WaitingLines height={56} lines={3} />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data?.data.length === 0 && (
        <Empty Icon={IconPlugConnected} title="No apps">
          When the firm or an advisor allows one, it appears here with what it does.
        </Empty>
      )}
      {query.data && query.data.data.length > 0 && (
        <div className={classes['frame']}>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">App</th>
                <th scope="col">Allowed for</th>
                <th scope="col">Since</th>
              </tr>
            </thead>
            <tbody>
              {query.data.data.map(application => (
                <tr key={application.applicationId} data-off={!application.isActive || undefined}>
                  <th scope="row">
                    <ConsoleLink
                      to={`/applications/${application.applicationId}`}
                      className={classes['name'] ?? ''}
                    >
                      <strong>{application.name}</strong>
                    </ConsoleLink>
                  </th>
                  <td>{allowedWords(application)}</td>
                  <td className={classes['number']}>
                    {application.dateTimeAllowedByFirm
                      ? showDate(application.dateTimeAllowedByFirm, browserZone)
                      : ''}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Page>
  )
}

export function allowedWords({ isActive, firmScopes, advisors }: FirmApplication): string {
  if (!isActive) return 'Nobody: your operator has disabled it'
  const own = `${advisors} ${advisors === 1 ? 'advisor who allows' : 'advisors who allow'} it`
  if (firmScopes.length === 0) return own
  return advisors === 0 ? 'Every advisor, by the firm' : `Every advisor, by the firm; ${own} as well`
}
