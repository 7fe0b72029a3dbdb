import { closing, plainTexts, texts } from './english-words.ts'
import {
  anyWords,
  atStart,
  doubt,
  notIfTextsAreWelcome,
  notOfBusiness,
  one,
  stopRule as rule,
  type StopRule,
  upTo,
} from './stop-rule.ts'

const updates = one('updates? reminders? alerts? notifications? newsletters? emails? calls')
const disturbing =
  one(`bothering harassing spamming bugging pestering annoying soliciting disturbing stalking wasting
  pitching advertising marketing blowing hitting writing trying asking`)
const reach = `(?:${one(`text texting message messaging contact contacting sms bother bothering disturb disturbing spam
  spamming solicit harass harassing`)}|reach(?:ing)? out )`
const reached = `(?:${one('texts messages mensajes textos texted messaged contacted spam sms notifications bothered')}|hear(?:ing)? from )`
const wanting =
  one(`want wanted wanna wish care need like desire ask asked consent agree agreed authorize authorized
  appreciate enjoy sign signed subscribe subscribed interested request requested give gave accept do`)
// "I don't want to miss your texts" asks for them.
const keeping = one('miss stop lose quit unsubscribe optout cancel end forget bother annoy')
const these = `all any the these those this your my of with from me us sending getting receiving future further more text
  sms fucking damn marketing please anymore daily weekly it`
// "Don't text me the code", "don't contact the bank" and "don't text me after nine" do not forbid texting.
const phone = one('number phone cell mobile line house home family household person')
const elsewhere = `(?:${upTo(1, 'me us')}(?:${one('the my his her our your that this a')}(?!${phone})|${one(`pictures photos
  details passwords codes account personal private sensitive yet while when during before after`)})|much |and drive )`
const others = 'i we they he she you'
const orders = upTo(4, 'ever please you even dare keep be to fucking just try call email or and nor bother')
const stop = 'stop cease'
// "In the end text me" and "cancel my appointment text me" ask for texts, so no noun may stand between these verbs and
// "text".
const end =
  'quit halt discontinue disable deactivate terminate suspend cancel unsubscribe optout remove delete end'
const notTheEnd = { notAfter: 'the my your our this week year month dead' }

const stopIt: readonly StopRule[] = [
  rule('stop texting', stop, upTo(4, these) + texts),
  rule('stop the texts', stop, `(?:(?!${one('and but so or because instead i we')})\\w+ ){0,6}${plainTexts}`),
  rule('end texts', end, upTo(4, these) + texts, notTheEnd),
  rule(
    'end the list of texts',
    end,
    `${anyWords(2)}${one('in of from for to')}${upTo(2, these)}${plainTexts}`,
    notTheEnd,
  ),
  rule('end updates', `stop ${end}`, upTo(4, these) + updates, {
    ...doubt,
    ...notOfBusiness,
    ...notIfTextsAreWelcome,
    ...notTheEnd,
  }),
  rule('stop disturbing', `${stop} quit discontinue`, `${anyWords(1)}(?:${disturbing}|reaching out )`),
  rule(
    'refrain',
    'refrain desist abstain',
    `from ${anyWords(2)}${one('texting messaging contacting calling sending')}`,
  ),
  rule('cease', 'cease', `(?:and desist |${upTo(2, 'all any further')}${one('communications? contact')})`),
  rule('stop sending', `${stop} quit`, `${anyWords(2)}${one('sending receiving getting')}`, notOfBusiness),
  rule('stop calling', `${stop} quit`, `${anyWords(1)}${one('calling phoning ringing emailing')}`, {
    ...doubt,
    ...notIfTextsAreWelcome,
  }),
  rule('put a stop', 'put putting', `an? ${one('stop end')}to ${one('this these it')}`),
  rule('if you stopped', 'if', `you ${upTo(2, 'would could just')}${one('stopped stop quit')}`),
  rule(
    'have not stopped',
    'havent not hasnt',
    `stopped ${one('texting messaging sending contacting calling')}`,
    doubt,
  ),
  rule('still texting', 'you', `${one('keep still')}${one('texting messaging contacting bothering')}`, doubt),
  rule('going to stop', 'are', `you ${anyWords(1)}(?:going to|gonna) ${one('stop quit')}`, doubt),
  rule('stop request', 'stop optout unsubscribe', '(?:requests?|confirmations?) ', doubt),
  rule('what part of stop', 'part understand', `(?:of )?stop `, doubt),
  rule(
    'said stop',
    'i',
    `${anyWords(2)}(?:${one('replied texted sent said typed asked wrote')}|(?:told|asked) you (?:to )?)${anyWords(1)}${one('stop unsubscribe quit end cancel optout')}`,
    { ...doubt, ...notOfBusiness },
  ),
  rule(
    'texted unsubscribe',
    'i',
    `${anyWords(2)}${one('replied texted typed wrote')}${anyWords(1)}${one('unsubscribe optout')}`,
    doubt,
  ),
  rule('turn off texts', 'turn shut switch', `off ${upTo(3, these)}(?:${texts}|${updates})`),
  rule('texts off', 'text texts messages alerts', `(?:alerts |messages )?off \\|`, doubt),
  rule('turn texts off', 'turn shut switch', `${upTo(2, these)}${texts}off `),
]

const doNot: readonly StopRule[] = [
  rule(
    'do not text',
    'dont never not',
    `${orders}${reach}(?!${elsewhere})(?=${one('me us this my here to again anymore ever or and nor on at by')}|\\|)`,
    {
      notAfter: others,
    },
  ),
  rule('do not text', 'dont never not', `${orders}${reach}(?!${elsewhere})`, {
    ...notOfBusiness,
    notAfter: others,
  }),
  rule(
    'no need to text',
    'no dont',
    `${one('need have')}to (?:keep )?${reach}(?:to )?(?:me |us )?${one('again anymore')}`,
    doubt,
  ),
  rule('can you not', 'can could would will', `you not (?:${reach}|\\|)`),
  rule('no need to text', 'no', `need to keep ${reach}`, doubt),
  rule(
    'do not write',
    'dont never not',
    `${upTo(2, 'ever please to')}write ${one('me us to here again anymore')}`,
    {
      notAfter: others,
    },
  ),
  rule(
    'do not text again',
    'dont never not',
    `${anyWords(1)}${one('text message contact write call ring phone send')}${anyWords(4)}${one('again ever')}`,
  ),
  rule('if you text again', 'if', `you ${anyWords(1)}${reach}${one('me us')}again `),
  rule(
    'do not send',
    'dont never not',
    `${upTo(2, 'ever keep')}${one('send sending')}${upTo(1, 'me us')}(?:${one('any anything anymore more these this those stuff crap nothing no')}|${texts}|${updates})(?!${one('yet to until')})`,
    { ...notOfBusiness, notAfter: others },
  ),
  rule(
    'do not call',
    'dont never not',
    `${upTo(2, 'ever please bother')}${one('call calling phone ring ringing email emailing')}${upTo(3, 'me us this number here anymore again thanks')}\\|`,
    { ...doubt, ...notIfTextsAreWelcome, notAfter: others },
  ),
  rule('stranger', 'idk know who', `you ${one('dont never')}${reach}`),
  rule('do not call list', 'dont', `${one('call contact text disturb')}${one('list registry')}`),
  rule('do not call list', 'dnc', '(?:list |\\|)'),
  rule('do not use', 'dont', `use ${one('my this')}${anyWords(1)}${one('number phone cell line')}`),
  rule(
    'prefer you do not',
    'prefer rather hope ask appreciate',
    `${upTo(3, 'it if that')}you ${one('dont didnt not wouldnt')}(?:ever )?${reach}`,
  ),
  rule('prefer no texts', 'prefer', `no ${texts}`),
  rule(
    'texting is not welcome',
    'texting messaging',
    `${upTo(1, 'me us')}isnt ${one('ok okay welcome allowed acceptable')}`,
  ),
  rule(
    'instead of texting',
    'instead rather',
    `${one('of than')}${one('texting texts text messaging')}`,
    doubt,
  ),
]

const notWanted: readonly StopRule[] = [
  rule(
    'texts not wanted',
    'dont nolonger never not didnt',
    `${upTo(2, 'really even ever actually would to')}${wanting}(?:(?!${keeping})\\w+ ){0,6}(?:${reached}|you (?:to )?${reach}|${one('these your any another text')}${one('text message')})`,
  ),
  rule('updates not wanted', 'dont nolonger not', one('want need like') + upTo(4, these) + updates, {
    ...doubt,
    ...notOfBusiness,
    ...notIfTextsAreWelcome,
  }),
  rule(
    'get no more texts',
    'dont never not',
    `${one('get receive')}${one('another anymore more')}(?:text )?${texts}`,
  ),
  rule('last text', 'better should must will', `be the last ${one('text message')}`, doubt),
  rule(
    'no longer contacted',
    'nolonger',
    `${anyWords(5)}(?:${reached}|${one('permission consent')})`,
    notOfBusiness,
  ),
  rule('rather not', 'rather prefer', `(?:to )?not ${anyWords(4)}${reached}`),
  rule(
    'never signed up',
    'never didnt',
    `(?:sign(?:ed)? up |${one('subscribed? consent consented agreed? asked? optin')})(?:${anyWords(3)}${one('this these it be you')}|\\|)`,
    { ...doubt, ...notOfBusiness },
  ),
  rule('never gave my number', 'didnt never', `${one('give gave')}you my number `, doubt),
  rule(
    'no consent',
    'dont didnt never nolonger',
    `${upTo(1, 'have give gave given')}${upTo(2, 'you my any')}${one('consent permission')}`,
    notOfBusiness,
  ),
  rule(
    'consent revoked',
    'revoke revokes revoking revoked withdraw withdrawing rescind rescinding cancel retract retracting back',
    `${anyWords(2)}${one('consent permission authorization')}`,
    notOfBusiness,
  ),
  rule(
    'consent is revoked',
    'consent permission',
    upTo(3, 'is has been was hereby') + one('revoked withdrawn rescinded'),
    notOfBusiness,
  ),
  rule(
    'not wanted',
    'dont nolonger',
    `want ${one('it this these those any')}${upTo(4, 'of this anymore thanks')}\\|`,
    doubt,
  ),
  rule('no more', 'no', `more ${upTo(4, 'of this these thanks')}\\|`, atStart),
  rule(
    'no more texts',
    'no',
    `${one('more further additional')}${anyWords(1)}(?:${texts}|${one('contact communications? solicitations?')})(?!${one('after before')})`,
  ),
  rule('no more updates', 'no', `(?:more )?${updates}${closing}\\|`, {
    ...doubt,
    ...notIfTextsAreWelcome,
    ...atStart,
  }),
  rule('no texts', 'no', `(?:${texts}|contact )${closing}\\|`, atStart),
  rule('no longer interested', 'nolonger', `interested ${closing}\\|`, doubt),
]

export const refusingRules: readonly StopRule[] = [...stopIt, ...doNot, ...notWanted]
