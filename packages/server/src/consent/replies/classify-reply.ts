import { type Parts, readWords } from './read-words.ts'
import { setAsideOtherMeanings } from './set-aside-other-meanings.ts'
import { type Quotation, setAsideReactions } from './set-aside-reactions.ts'
import type { StopRule } from './stop-rule.ts'
import { leavingRules } from './stop-rules-leaving.ts'
import { refusingRules } from './stop-rules-refusing.ts'
import { spanishRules } from './stop-rules-spanish.ts'
import {
  asking,
  business,
  fillers,
  polite,
  slipsOfStop,
  stopsInOtherWritings,
  strongStops,
  vague,
  weakStops,
} from './vocabulary.ts'

/** `matched` is the keyword or the name of the rule that decided, never the text. */
export type Reply =
  /** Carriers have keywords of their own and may have acted on one. */
  | { kind: 'stop'; basis: 'keyword' | 'phrase' | 'doubt' | 'carrier'; matched: string }
  /** START and its synonyms. While a request is pending they also count as yes: the caller knows the state. */
  | { kind: 'start'; matched: string }
  /** Affirmative. Counts only while a request is pending. */
  | { kind: 'yes'; matched: string }
  | { kind: 'no'; matched: string }
  | { kind: 'help'; matched: string }
  | { kind: 'other' }

type Stop = Extract<Reply, { kind: 'stop' }>

/**
 * Classifies a recipient's reply. A missed stop breaks the law and a false one costs a START, so stops are read
 * generously and consent narrowly: only the whole reply opens the gate.
 */
export function classifyReply(text: string): Reply {
  const { said, quotations } = setAsideReactions(text)
  if (said.split('\n').some(isStopInAnotherWriting)) {
    return { kind: 'stop', basis: 'keyword', matched: 'stop in another writing' }
  }
  const { all, shorn } = readWords(said)
  const stop = stopIn(shorn) ?? (all === shorn ? undefined : stopIn(all))
  if (quotations.length > 0) return stop ?? quotations.map(stopQuoted).find(Boolean) ?? { kind: 'other' }
  return stop ?? answerIn(text, shorn) ?? { kind: 'other' }
}

const longestStop = Math.max(...[...stopsInOtherWritings].map(({ length }) => length))

function isStopInAnotherWriting(line: string): boolean {
  if (line.length > 4 * longestStop) return false
  return stopsInOtherWritings.has(line.toLowerCase().replace(/[\s\p{P}\p{S}\p{Cf}]/gu, ''))
}

/** A reaction to the recipient's own STOP, or a STOP after a quotation without a closing mark. */
function stopQuoted({ text, isClosed }: Quotation): Stop | undefined {
  const said = readWords(text)
    .all.map(words => words.filter(word => !fillers.has(word)))
    .filter(words => words.length > 0)
  const isWord = (words: readonly string[]): boolean => words.every(isStop)
  const isStopping = isClosed ? said.length > 0 && said.every(isWord) : said.some(isWord)
  return isStopping ? { kind: 'stop', basis: 'doubt', matched: 'stop, quoted' } : undefined
}

/**
 * Rules by first word, with one combined pattern each: most positions match none, so one test rules out all of them.
 */
const rulesByFirstWord: ReadonlyMap<string, { rules: readonly StopRule[]; any: RegExp }> = new Map(
  Array.from(
    Map.groupBy(
      [...refusingRules, ...leavingRules, ...spanishRules].flatMap(rule =>
        rule.firstWords.map(word => ({ word, rule })),
      ),
      ({ word }) => word,
    ),
    ([word, group]) => {
      const rules = group.map(({ rule }) => rule)
      return [word, { rules, any: new RegExp(rules.map(({ pattern }) => pattern.source).join('|'), 'y') }]
    },
  ),
)
const textsAreWelcome =
  /(?<! (?:dont|not|never|didnt|wouldnt|you)) (?:just|instead|prefer|rather|only|keep|mejor|like|love) (?:\w+ ){0,2}(?:text|texts|texting|mandame|enviame) | (?:text|texts|texting) (?:me )?(?:is |are )?(?:\w+ )?(?:ok|okay|fine|good|great|better|best|works?|instead|only) | \| (?:please |just )?text(?: me)?(?: please)? \| /
const otherChannel =
  /^(?:e?mail|e?mails|emailing|newsletters?|calls?|calling|phoning|llames?|llamen|correos?)$/

function stopIn(parts: Parts): Stop | undefined {
  if (!parts.some(words => words.some(isTelling))) return undefined
  const whole = written([...parts, ...oneWordParts(parts)])
  if (neverStops.test(whole)) return { kind: 'stop', basis: 'doubt', matched: 'never stop texting' }
  const welcome = parts.flat().some(word => otherChannel.test(word)) && textsAreWelcome.test(whole)
  const rest = setAsideOtherMeanings(whole)
  const left = rest.split(' | ').map(part => part.split(' ').filter(Boolean))
  const rule = ruleIn(rest, welcome)
  return (
    keywordIn(left) ??
    (rule && { kind: 'stop', basis: rule.basis, matched: rule.name }) ??
    doubtIn(welcome ? left.filter(words => !words.some(word => otherChannel.test(word))) : left)
  )
}

/** True for words without which no reply can be a stop. */
function isTelling(word: string): boolean {
  return rulesByFirstWord.has(word) || isStop(word) || slipsOfStop.has(word)
}

/** Addressed to the sender, unlike "they never stop texting". */
const neverStops =
  / you (?:wont|dont|never|cant|didnt) (?:ever |even |just |seem to ){0,2}(?:stop|quit) (?:texting|messaging|sending|contacting|bothering|calling) | (?:did i not|didnt i) (?:say|tell you|ask you|text) (?:to )?stop /

/** "Leave. Me. Alone." */
function oneWordParts(parts: Parts): Parts {
  return parts.length > 2 && parts.length < 9 && parts.every(words => words.length === 1)
    ? [parts.flat()]
    : []
}

function written(parts: Parts): string {
  return ` | ${parts.map(words => words.join(' ')).join(' | ')} | `
}

/** Finds the deciding rule: a plain phrase takes precedence over a doubtful one. */
function ruleIn(reply: string, welcome: boolean): StopRule | undefined {
  let doubtful: StopRule | undefined
  for (let at = 0; at >= 0 && at < reply.length - 1; at = reply.indexOf(' ', at + 1)) {
    const word = reply.slice(at + 1, reply.indexOf(' ', at + 1))
    const begun = rulesByFirstWord.get(word)
    if (begun === undefined || !matchesAt(begun.any, reply, at)) continue
    for (const rule of begun.rules) {
      if (rule.basis === 'doubt' && doubtful !== undefined) continue
      if (rule.notIfTextsAreWelcome && welcome) continue
      if (!holds(rule, reply, at)) continue
      if (rule.basis === 'phrase') return rule
      doubtful = rule
    }
  }
  return doubtful
}

function matchesAt(pattern: RegExp, reply: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(reply)
}

function holds(rule: StopRule, reply: string, at: number): boolean {
  rule.pattern.lastIndex = at
  const matched = rule.pattern.exec(reply)?.[0]
  if (matched === undefined) return false
  if (!rule.notOfBusiness || matched.endsWith('|')) return true
  const after = reply.slice(at + matched.length, at + matched.length + 100).split(' | ', 1)[0] ?? ''
  return !matched.split(' ').some(isBusiness) && !isOfBusiness(after.split(' '))
}

/** Whether the words after a verb start with a business matter: "my monthly transfer because …". */
function isOfBusiness(after: readonly string[]): boolean {
  const end = after.findIndex(word => clauseStarts.has(word))
  const object = end < 0 ? after : after.slice(0, end)
  // "Stop my account is closed" is two sentences without a full stop.
  return object.some(isBusiness) && !(end >= 0 && verbs.has(after[end] ?? ''))
}

const verbs = new Set('is are was were has have had isnt doesnt didnt wont cant'.split(' '))
const clauseStarts = new Set([
  ...verbs,
  ...'i im ive we weve you or so but because bc cuz cause since if when which who and now please'.split(' '),
])

function isBusiness(word: string): boolean {
  return business.has(word) || /^\d{1,2}(?:am|pm)$/.test(word)
}

function isStop(word: string): boolean {
  return strongStops.has(word) || weakStops.has(word)
}

/** A part that consists only of the keyword. A weak keyword next to business talk refers to that business. */
function keywordIn(parts: Parts): Stop | undefined {
  const said = parts.map(words => words.filter(word => !fillers.has(word))).filter(words => words.length > 0)
  const [only] = said.length === 1 ? said : []
  if (only?.length === 1 && slipsOfStop.has(only[0] ?? ''))
    return { kind: 'stop', basis: 'doubt', matched: 'stop, misspelt' }
  const alone = said.filter(words => words.every(isStop))
  const isAll = alone.length === said.length
  const strong = alone.find(words => isAll || words.some(word => strongStops.has(word)))
  if (strong?.[0]) return { kind: 'stop', basis: 'keyword', matched: strong[0] }
  const weak = parts.flat().some(isBusiness) ? undefined : alone[0]?.[0]
  if (weak) return { kind: 'stop', basis: 'doubt', matched: weak }
}

/** The keyword used as a command, surrounded by words that do not say what should stop. */
function doubtIn(parts: Parts): Stop | undefined {
  const isAboutBusiness = parts.flat().some(isBusiness)
  for (const words of parts) {
    const at = words.findIndex(isStop)
    const word = words[at]
    if (word === undefined) continue
    const before = words.slice(0, at)
    const isVague = words.slice(at + 1).every(next => vague.has(next) || fillers.has(next))
    const matched =
      word === 'stop' && isVague && !before.some(isBusiness)
        ? 'ends in stop'
        : word === 'stop' && isCommand(before) && !isOfBusiness(words.slice(at + 1))
          ? 'begins with stop'
          : isVague && !isAboutBusiness && before.every(other => asking.has(other) || fillers.has(other))
            ? word
            : undefined
    if (matched !== undefined) return { kind: 'stop', basis: 'doubt', matched }
  }
}

/** "You need to stop …" is addressed to the sender, "I need to stop …" is not. */
function isCommand(before: readonly string[]): boolean {
  if (!before.every(word => fillers.has(word) || asking.has(word) || commanding.has(word))) return false
  return !before.includes('i') || before.includes('you') || before.includes('said')
}

const commanding = new Set(['must', 'better', 'need', 'should', 'have', 'gotta', 'say', 'mean', 'telling'])

type Answer = Exclude<Reply['kind'], 'stop' | 'other'>

const answers = new Map<string, Answer>([
  ...answered('start', 'start, unstop, optin'),
  ...answered('yes', 'yes, y, accept, agree, i accept, i agree, yes i accept, yes i agree'),
  ...answered('yes', 'si, acepto, si acepto, yo acepto'),
  ...answered(
    'no',
    'no, n, nope, nah, decline, i decline, no i decline, i dont accept, i dont agree, no acepto',
  ),
  ...answered('no', 'not interested, im not interested, i am not interested'),
  ...answered('help', 'help, info, ayuda'),
])

function answered(kind: Answer, words: string): [string, Answer][] {
  return words.split(', ').map(word => [word, kind])
}

/** Matches the whole reply, ignoring polite words. */
function answerIn(text: string, parts: Parts): Reply | undefined {
  const matched = parts
    .flat()
    .filter(word => !polite.has(word))
    .filter((word, position, words) => word !== words[position - 1])
    .join(' ')
  const kind = answers.get(matched)
  const isContradicted = /[👎🚫🛑🖕❌]/u.test(text)
  if (kind === undefined || (isContradicted && (kind === 'start' || kind === 'yes'))) return undefined
  return { kind, matched }
}
