// The page. It knows nothing of Parley: it talks to this application's server, which holds the tokens.
const part = id => document.getElementById(id)
let page = 1
let chosen

async function ask(path, options) {
  const answer = await fetch(path, options)
  if (answer.status === 401) return showWelcome()
  const body = answer.status === 204 ? undefined : await answer.json()
  if (!answer.ok) throw new Error(body.traceId ? `${body.message} (${body.traceId})` : body.message)
  return body
}

function showWelcome() {
  part('work').hidden = true
  part('sign-out').hidden = true
  part('welcome').hidden = false
  const refused = new URLSearchParams(location.search).get('refused')
  if (refused) say('refused', `You are not connected: ${refused.replaceAll('_', ' ')}.`)
}

function say(id, words) {
  part(id).textContent = words
  part(id).hidden = words === ''
}

/** Shows what went wrong instead of hiding it in the console. */
const careful = act => event => {
  event?.preventDefault()
  say('trouble', '')
  act().catch(error => say('trouble', error.message))
}

const item = (...children) => {
  const element = document.createElement('li')
  element.append(...children)
  return element
}

const showContacts = careful(async () => {
  const query = new URLSearchParams({ page, search: part('words').value })
  const found = await ask(`/api/contacts?${query}`)
  if (!found) return
  const { totalRecord, pageSize } = found.pageInfo
  part('contacts').replaceChildren(
    ...found.data.map(({ contactId, fullName, email }) => {
      const button = document.createElement('button')
      button.className = 'plain'
      button.textContent = fullName ?? email ?? 'Without a name'
      button.addEventListener(
        'click',
        careful(() => showContact(contactId)),
      )
      return item(button)
    }),
  )
  const pages = Math.max(1, Math.ceil(totalRecord / pageSize))
  part('page').textContent = `Page ${page} of ${pages}, ${totalRecord} contacts`
  part('previous').disabled = page <= 1
  part('next').disabled = page >= pages
})

const consentWords = ({ state, optedOut, declined }) => {
  if (optedOut) return 'has opted out and must not be texted'
  if (declined) return 'was asked and declined'
  return { none: 'has not been asked yet', pending: 'was asked', accepted: 'agreed to texts' }[state]
}

async function showContact(contactId) {
  chosen = { contactId }
  await showConsent()
  part('contact').hidden = false
  part('text').focus()
}

async function showConsent() {
  const found = await ask(`/api/contacts/${chosen.contactId}`)
  if (found?.contact.contactId !== chosen.contactId) return // another one was chosen meanwhile
  const { contact, consent } = found
  const name = [contact.firstName, contact.lastName].filter(Boolean).join(' ')
  chosen = { ...chosen, recipient: name, phone: contact.phone }
  part('name').textContent = name
  part('about').textContent = contact.phone ? `${contact.phone} ${consentWords(consent)}.` : 'has no phone.'
  part('compose').hidden = !contact.phone || consent.optedOut === true
}

const steps = {
  send: 'sending',
  ask: 'asking for consent',
  wait: 'waiting for consent',
  send_again: 'sending',
}
const endings = { declined: 'declined', opted_out: 'opted out', expired: 'no answer', refused: 'refused' }

const statusOf = ({ state: { step, result }, delivery, trouble }) => {
  if (trouble) return `stuck: ${trouble}`
  if (step !== 'ended') return steps[step]
  return result.outcome === 'sent' ? (delivery ?? 'sent') : endings[result.outcome]
}

function showTexts(texts) {
  part('texts').replaceChildren(
    ...texts.toReversed().map(text => {
      const status = document.createElement('strong')
      status.textContent = statusOf(text)
      return item(`${text.recipient}: ${text.state.text} `, status)
    }),
  )
}

part('search').addEventListener('submit', event => event.preventDefault())
part('words').addEventListener('input', () => {
  page = 1
  showContacts()
})
const turn = by => () => {
  page += by
  showContacts()
}
part('previous').addEventListener('click', turn(-1))
part('next').addEventListener('click', turn(1))
part('compose').addEventListener(
  'submit',
  careful(async () => {
    const { recipient, phone } = chosen
    const body = JSON.stringify({ recipient, phone, text: part('text').value })
    await ask('/api/texts', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    part('text').value = ''
  }),
)
part('sign-out').addEventListener(
  'click',
  careful(async () => {
    await ask('/sign-out', { method: 'POST' })
    location.assign('/')
  }),
)

const me = await ask('/api/me')
if (me) {
  part('who').textContent = me.advisor
  part('sign-out').hidden = false
  part('work').hidden = false
  showContacts()
  new EventSource('/api/events').addEventListener('message', ({ data }) => {
    showTexts(JSON.parse(data))
    if (chosen) careful(showConsent)()
  })
}
