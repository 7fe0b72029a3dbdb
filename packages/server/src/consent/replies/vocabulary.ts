// Word lists shared by the rules, in the form readWords returns: lower case, no accents, one spelling.

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

/** Per se revocation, plus words that no one sends alone for another reason. */
export const strongStops = words('stop stopall unsubscribe optout nomas parar detener desuscribir')

/** Per se revocation when alone. Next to other words they often refer to an appointment, an order or a month. */
export const weakStops = words(`quit end revoke cancel remove halt desist cease discontinue terminate
  alto pare paren para basta baja cancelar cancele cancela cancelen detente detenganse salir terminar fin revocar cancelacion parale parenle
  arret arretez arretes abmelden sair sispann tigil desabonner desinscrire`)

/** Whole lines in scripts that the rules do not cover, without spaces and punctuation. */
export const stopsInOtherWritings =
  words(`停止 请停止 請停止 停止发送 停止發送 退订 退訂 取消 取消订阅 不要再发 不要再发了 别发了 別發了
  停止短信 停止配信 配信停止 やめて やめてください 送らないで 중지 정지 그만 그만보내세요 수신거부 문자그만
  توقف قف أوقف إلغاء الغاء बंदकरो बंदकरें रोको रुको अनसब्सक्राइब
  отписаться отпишите отписка хватит прекратите перестаньте отмена стоп остановить остановите відписатися`)

/** Typos that are real words or too short to trust inside a sentence. */
export const slipsOfStop = words('stp sto stoo stip atop dtop syop srop stap stol')

/** Words around an answer that do not change it. */
export const polite =
  words(`please thanks kindly hi hello hey ok okay k sorry sir maam mam madam dear mr mrs ms
  hola buenas buenos dias tardes noches senor senora good morning afternoon evening and bye regards`)

/** Words around a stop word that do not change it, polite or angry. */
export const fillers: ReadonlySet<string> = new Set([
  ...polite,
  ...words(`now immediately asap just all already everyone guys bro dude man god omg ffs wtf lol haha fuck fucking damn
    dammit goddamn shit hell no nope yes yeah yep yea si forever permanently completely jesus christ seriously really
    again period y folks people but so then sincerely best ya ahora inmediatamente smh ugh bitch asshole goodbye todo`),
])

/** Objects of "cancel", "end" and "quit" when they refer to the messages: "cancel this". */
export const vague = words(
  'it this these those them everything me us my mine from of stuff crap here altogether today esto estos eso',
)

/**
 * Words that may precede "cancel", "end" and "quit" when addressed to the sender. "Have to cancel" is about an
 * appointment.
 */
export const asking =
  words(`i want wish to can could will would you how do said hereby am im asking request requesting
  tell told asked repeat like quiero deseo`)

/** Things that clients of a financial advisor stop, cancel, end or opt out of. */
export const business = words(`
  appointment appointments appt meeting meetings zoom reschedule rebook review visit reservation flight trip lunch
  dinner coffee tomorrow monday tuesday wednesday thursday friday saturday sunday week month quarter year
  order orders trade trades trading policy policies insurance coverage premium annuity annuities account accounts ira
  roth 401k 403b 529 hsa fsa sep fund funds bond bonds stock stocks share shares market markets portfolio position etf
  dividend dividends reinvestment contribution contributions contributing contribute deposit deposits withdrawal
  withdrawals withholding distribution distributions rmd rmds transfer transfers wire payment payments autopay check
  checks card cards visa loan loans mortgage pension medicare medigap cobra security benefit benefits beneficiary beneficiaries trustee trust
  trusts poa attorney deed title estate lease statement statements paper tax taxes fee fees plan plans match
  enrollment membership gym netflix rate rates fed interest selling buying investing reinvesting paying working
  drinking smoking eating worrying raising dropping falling losing spending job employer rollover ach savings checking
  retirement house property business address file designation executor bank broker advisor fidelity schwab vanguard
  auto autoinvest paperless waitlist k1 1099 1040 w2 w4 magazine podcast printed
  cita reunion orden poliza seguro cuenta cuentas cheque tarjeta transferencia transferencias pago pagos mercado bolsa
  acciones fondo fondos oficina prestamo hipoteca estado papel contrato beneficiario comision lunes martes miercoles
  jueves viernes sabado domingo manana semana mes inversion dinero`)
