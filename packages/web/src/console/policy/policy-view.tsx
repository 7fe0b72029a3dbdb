import type { Result } from '../../lib/call.ts'
import { Panel } from '../../ui/page.tsx'
import classes from '../console.module.css'
import { ClientView } from './client-view.tsx'
import { numberFields, numberWords, settingWords, textFields } from './policy-fields.ts'

/** For those who may look but not change. */
export function PolicyView({ policy: { settings, check } }: { readonly policy: Result<'getFirmPolicy'> }) {
  return (
    <>
      <Panel title="Consent">
        <dl className={classes['facts']}>
          <dt>Required before a text</dt>
          <dd>{settingWords(settings.isConsentRequired)}</dd>
          {numberFields.map(({ field, label, unit }) => (
            <div key={field} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{numberWords(settings[field], unit)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {textFields.map(({ field, label, lead, after }) => (
        <Panel key={field} title={label} lead={lead}>
          <ClientView check={check.texts.find(each => each.field === field)} after={after} />
        </Panel>
      ))}
    </>
  )
}
