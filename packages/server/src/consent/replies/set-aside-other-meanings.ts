// Removes phrases that contain a stop word but mean something else, so that the rules do not see them.

const stops =
  '(?:stop|stopping|quit|end|cease|cancel|cancelling|canceling|revoke|unsubscribe|optout|remove|delete|erase|lose|forget|take me off|dejar|deje|deja|dejen|cancelar|cancele|cancelen|cancela|parar|pare|paren|detener|detenga)'
const denying =
  '(?:dont|not|never|didnt|wont|cant|doesnt|shouldnt|wouldnt|havent|isnt|couldnt|arent|wasnt|no need|no reason|no quiero|no deseo|no queria|why would i|why would we|without|instead of|rather than)'
// Words allowed between a negation and its verb. "You" cannot come first: "why don't you stop" is not a negation.
const between =
  '(?:want|wanted|to|ever|please|mean|meant|say|said|saying|asking|ask|asked|need|have|going|gonna|planning|intend|intending|trying|wish|be|type|typed|reply|replied|send|sent|the|word|i|that|think|should|really|even|actually|let|telling|for|favor)'
const visits =
  '(?:by|in|over|off|back|round|around|at|on (?:the|my|your|our)|for (?:lunch|coffee|gas|dinner|breakfast|a|the))'
// "Stop on the texts", "STOP off my phone"
const texts =
  '(?:the |my |these |those |your |our |this |all ){0,2}(?:texts?|texting|messages?|messaging|sms|spam|phone|cell|mobile|inbox|number|line)'
// "Please honor the STOP", "this is my STOP"
const meant =
  '(?<! (?:honou?r|honou?red|respect|process|ignored|ignoring|heed|obey|acknowledge|confirm|register|record|sent|see|read|got|received|consider this|take this as|thats|this is|that is))'
const calling = '(?:texting|messaging|calling|writing|emailing)'

const otherMeanings: readonly RegExp[] = [
  // Our own instruction, quoted back
  new RegExp(` (?:reply|text|texting|send|type|replying|word|says|say|does|the) stop to ${stops} `, 'g'),
  / (?:if|when|should|does) i (?:\w+ ){0,2}(?:reply|text|send|say|type) (?:stop|unsubscribe|cancel|end|quit) /g,
  // Hypothetical
  new RegExp(` if (?:i|we) (?:\\w+ )?${stops} `, 'g'),
  // Questions: asking for advice, or why the messages stopped
  new RegExp(` should (?:i|we) (?:\\w+ )?${stops} `, 'g'),
  / (?:why|when|\|) did (?:you|they|the|your|my|those|these|texts|messages|updates) (?:\w+ )?(?:stop|quit|end) (?:texting |messaging |sending )?/g,
  // Negated
  new RegExp(
    ` (?<!\\b(?:why) )${denying} (?!you )(?:(?!i said )(?:${between}|you|me|us) ){0,6}${stops}(?: texting| messaging| sending| calling)?(?: me| us)?(?: off| from)? `,
    'g',
  ),
  new RegExp(` no (?:cancelar|cancele|cancelen|cancela|deje|dejes|dejen|pare|paren) (?:de )?\\w+ `, 'g'),
  // Sent by mistake
  / (?:accident|accidentally|mistakenly) (?:\w+ ){0,2}(?:stop|unsubscribe|cancel|end|quit|optout) /g,
  / (?:stop|unsubscribe|cancel|end|quit|optout) (?:\w+ ){0,2}(?:by|in) (?:accident|mistake|error) /g,
  / (?:i|we) (?:have |had |just |accidentally )?(?:wrote|gave|have|had|used|typed|dialed|put|entered|given|written|texted|messaged|called|sent) (?:you |them )?(?:the|a) wrong (?:number|person) /g,
  / wrong (?:number|person|text) (?:\w+ ){0,2}\| (?:sorry )?(?:that was|was|it was|meant|i meant|ignore) /g,
  / stop me if /g,
  / optout (?:election|form|forms|notice|period|deadline|box|option) /g,
  // A visit, a place, a pause
  new RegExp(
    ` (?:stop|stops|stopping|stopped) (?!(?:by|in|over|off|back|round|around|at|on) ${texts} )${visits} (?!(?:all|this|good) )`,
    'g',
  ),
  new RegExp(
    `${meant} (?:bus|train|pit|truck|hard|full|trailing|subway|metro|non|another|a|the|my|our) stops? (?!(?:texting|messaging|sending|contacting|requests?|confirmations?) |to (?:this|these|it|all) )`,
    'g',
  ),
  / (?:one|quick) stop (?!\|)/g,
  / \| (?:first|next|last) stop /g,
  / stop (?:loss|losses|limit|limits|order|orders|payment|payments|sign|light|gap|watch|price) /g,
  // The writer's own habit
  new RegExp(
    ` (?:i|we|ill|ive) (?:\\w+ )?(?:(?:need|have|had|got) to|should|must|gotta|better|will) stop ${calling} `,
    'g',
  ),
]

export function setAsideOtherMeanings(reply: string): string {
  return otherMeanings.reduce((rest, meaning) => rest.replace(meaning, ' ~ '), reply)
}
