// Word lists that the rules share. All words are as readWords gives them: lower case, no accents, one spelling.

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

/** Per se revocation, and words that nobody sends alone for another reason. */
export const strongStops = words('stop stopall unsubscribe optout nomas parar detener desuscribir')

/** Per se revocation when alone; beside other words they often speak of an appointment, an order or a month. */
export const weakStops = words(`quit end revoke cancel remove halt desist cease discontinue terminate
  alto pare paren para basta baja cancelar cancele cancela cancelen detente detenganse salir terminar fin revocar cancelacion parale parenle`)

/** Slips that are words of their own or too short to trust inside a sentence. */
export const slipsOfStop = words('stp sto stoo stip atop dtop syop srop stap stol')

/** Said around an answer without changing it. */
export const polite =
  words(`please thanks kindly hi hello hey ok okay k sorry sir maam mam madam dear mr mrs ms
  hola buenas buenos dias tardes noches senor senora good morning afternoon evening and bye regards`)

/** Said around a word of stopping without changing it, in politeness or in anger. */
export const fillers: ReadonlySet<string> = new Set([
  ...polite,
  ...words(`now immediately asap just all already everyone guys bro dude man god omg ffs wtf lol haha fuck fucking damn
    dammit goddamn shit hell no nope yes yeah yep yea si forever permanently completely jesus christ seriously really
    again period y folks people but so then sincerely best ya ahora inmediatamente smh ugh bitch asshole goodbye todo`),
])

/** What "cancel", "end" and "quit" take when they speak of the messages: "cancel this". */
export const vague = words(
  'it this these those them everything me us my mine from of stuff crap here altogether today esto estos eso',
)

/** What may stand before "cancel", "end" and "quit" that are said to the sender. "Have to cancel" is an appointment. */
export const asking =
  words(`i want wish to can could will would you how do said hereby am im asking request requesting
  tell told asked repeat like quiero deseo`)

/** What clients of a financial advisor stop, cancel, end and opt out of. */
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
