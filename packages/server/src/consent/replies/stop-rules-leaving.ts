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

const lists = one('lists? database system contacts chain program')

const offTheList: readonly StopRule[] = [
  rule('remove me', 'remove removing delete erase', one('me us him her'), notOfBusiness),
  rule(
    'take me off',
    'take taking get getting pull drop strike keep',
    `(?:${one('me us him her')}|${one('my this our')}${anyWords(2)}${one('name number phone cell')})${one('off from')}(?!(?:the )?${one('speaker mute hold hook')})`,
    notOfBusiness,
  ),
  rule(
    'remove my number',
    'remove delete erase lose loose forget scratch scrub purge burn block away of',
    `${one('my this our the his her')}(?:(?!${one('old previous home work office fax account other routing card social wifes husbands exs')})\\w+ )?${one('number phone cell name contact info information line')}(?!${one('of for')})`,
    { ...notOfBusiness, notAfter: 'picture copy part all most some one because out' },
  ),
  rule(
    'off the list',
    'me us number name phone',
    `(?:off|from|out of) (?:of )?${anyWords(3)}${lists}`,
    notOfBusiness,
  ),
  rule(
    'off the list',
    'remove delete off',
    `(?:from )?(?:of )?${upTo(2, 'the your this that ur my any all')}${lists}`,
    notOfBusiness,
  ),
  rule(
    'off the list',
    'off from',
    `(?:of )?${upTo(1, 'your the this')}${one('distribution mailing texting text contact call marketing phone')}lists? `,
  ),
  rule('off your phone', 'number name', `(?:off|from|out of) your phone `),
  rule('off the texts', 'me us number name phone', `(?:off|from|out of) (?:of )?${anyWords(3)}${plainTexts}`),
  rule('be removed', 'be get want number name us', '(?:remove|taken off|deleted) ', notOfBusiness),
  rule('opt me out', 'opt opting opted', '(?:me|us|this number|my number) out ', notOfBusiness),
  rule('opt out', 'optout', `${upTo(2, 'thanks now me us')}\\|`),
  rule('opt out of something', 'optout', '', { ...doubt, ...notOfBusiness }),
  rule('unsubscribe', 'unsubscribe', `(?:${one('me us this')}|from this |\\|)`, {
    ...notOfBusiness,
    ...notIfTextsAreWelcome,
  }),
  rule('unsubscribe from something', 'unsubscribe', '', {
    ...doubt,
    ...notOfBusiness,
    ...notIfTextsAreWelcome,
  }),
  rule(
    'cancel subscription',
    'cancel end stop',
    `${upTo(1, 'my this the your our')}${upTo(1, 'text sms message texting')}${one('subscription service')}`,
    { ...doubt, ...notOfBusiness },
  ),
]

const notThePerson: readonly StopRule[] = [
  rule('not this number', 'isnt not nolonger', `(?:his|her|their|my|[a-z]+s) ${one('number phone cell')}`),
  rule(
    'not this number',
    'doesnt nolonger',
    `${one('have has use uses own owns')}this ${one('number phone')}`,
  ),
  rule('not this number', 'to is', 'someone else '),
  rule('not this number', 'nobody one noone', `${upTo(2, 'here lives')}by that name `),
  rule(
    'wrong number',
    'wrong',
    `(?:(?:phone )?number |${one('person guy lady woman man contact')}|phone (?!number ))(?!${one('of on in \\w+ed')}|for ${one('the my your this a me it')})`,
    notOfBusiness,
  ),
  rule('someone else', 'meant', `to ${one('text message reach contact')}someone else `, { notAfter: 'i' }),
]

const anger: readonly StopRule[] = [
  rule('leave me alone', 'leave', `(?:me|us|my phone) ${anyWords(2)}alone `),
  rule('go away', 'go get back buzz shut', `${one('away lost off up')}${anyWords(2)}\\|`, {
    ...doubt,
    ...atStart,
  }),
  rule('go away', 'stfu gtfo fu', '', doubt),
  rule('want out', 'want never', `${one('out off again')}${closing}\\|`, { ...doubt, ...atStart }),
  rule('anger', 'fuck piss bugger screw', one('off you'), doubt),
  rule('anger', 'go knock cut', '(?:to hell|it off|this off|it out) ', doubt),
  rule('enough', 'enough', '(?:already |is enough |of this |with \\w+ \\w+ )?\\|', { ...doubt, ...atStart }),
  rule('blocking', 'blocking blocked block', '(?:you|this number|this phone|your number) ', doubt),
  rule('hate texts', 'hate', `${upTo(2, 'getting these your the')}${plainTexts}`, doubt),
  rule('give it a rest', 'give', 'it a rest ', doubt),
  rule('authority', 'fcc ftc tcpa', '', doubt),
  rule('unwanted', 'unwanted unwelcome', texts, doubt),
  rule(
    'unwanted',
    'texts messages',
    `are ${anyWords(1)}${one('unwanted unwelcome annoying harassment')}`,
    doubt,
  ),
  rule('blocking', 'youre are', 'blocked ', doubt),
  rule(
    'reporting',
    'report reporting reported',
    `(?:${one('you junk spam')}|${upTo(2, 'this it your number')}${one('as for to')}(?:the )?${one('spam junk fcc ftc harassment attorney')})`,
    doubt,
  ),
  rule('spam', 'spam scam harassment harassing unsolicited block blocked reported', `${closing}\\|`, {
    ...doubt,
    ...atStart,
    notAfter: 'this',
  }),
]

export const leavingRules: readonly StopRule[] = [...offTheList, ...notThePerson, ...anger]
