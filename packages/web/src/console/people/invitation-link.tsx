import { Button, CopyButton } from '@mantine/core'
import type { Invited } from '@parley/contract'
import { showMoment } from '../../lib/time.ts'
import classes from '../console.module.css'
import { browserZone } from '../use-console.ts'

interface LinkProps {
  readonly invited: Invited
  readonly name: string
}

/** Only where the installation sends no mail. */
export function InvitationLink({ invited: { link = '', dateTimeExpires }, name }: LinkProps) {
  return (
    <div className={classes['form']}>
      <p style={{ margin: 0 }}>
        This installation sends no e-mail. Give {name} this link yourself, in private: whoever opens it sets
        the password. It works once
        {dateTimeExpires && `, until ${showMoment(dateTimeExpires, browserZone)}`}.
      </p>
      <code className={classes['link']}>{link}</code>
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="light" onClick={copy}>
            {copied ? 'Copied' : 'Copy the link'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
