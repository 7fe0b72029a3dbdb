// Shows the passkey button where the browser can use it. Without this script the password form does everything.
const section = document.getElementById('passkey')
const button = section.querySelector('button')
const message = section.querySelector('[role="status"]')

if (window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  section.hidden = false
  button.addEventListener('click', () => void signIn())
}

async function signIn() {
  button.disabled = true
  message.textContent = ''
  try {
    const { options } = await post('options')
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = await navigator.credentials.get({ publicKey })
    const { location } = await post('verify', credential.toJSON())
    window.location.assign(location)
  } catch (error) {
    // NotAllowedError means that the person closed the browser's dialog: nothing to report.
    if (error.name !== 'NotAllowedError') {
      message.textContent = 'The passkey was not accepted. Try again, or sign in with your password.'
    }
    button.disabled = false
  }
}

async function post(action, body = {}) {
  const answer = await fetch(`${section.dataset.address}/${action}${section.dataset.query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-form-token': section.dataset.token },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return answer.json()
}
