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

// Imperatives and subjunctives only: "no me mandaste el documento" complains about a message that did not arrive.
const tell = `(?:${one(`mande[sn]? envie[sn]? escriba[sn]? moleste[sn]? textee[sn]? contacte[sn]? busque[sn]? hable[sn]?
  mandar enviar escribir molestar textear contactar`)}|vuelva[sn]? a \\w+ )`
const telling =
  '(?:mandar|enviar|escribir|molestar|textear|contactar|mensajear|llamar|joder|fastidiar|hablar|acosar)(?:me|nos|le|les)? '
const texts = one('mensajes? textos? texts messages sms mensajitos? notificaciones alertas avisos spam')
const no = { notAfter: 'no' }

export const spanishRules: readonly StopRule[] = [
  rule(
    'deja de escribir',
    'deja deje dejen dejar dejes dejame dejeme dejenme para pare paren parar basta evite eviten',
    `de ${anyWords(2)}${telling}`,
    no,
  ),
  rule(
    'no me escriba',
    'no ni nunca jamas',
    `${one('me nos')}${anyWords(1)}${tell}(?!${one('el los la las un una todavia aun')}(?!${texts}))`,
  ),
  rule('no escriba', 'no', `(?:${tell}|llamar )(?:${texts}|${one('mas nada')}){0,3}\\|`),
  rule('no escriba a este numero', 'no', `${tell}(?:${texts})?(?:a )?este (?:numero|telefono) `),
  rule('quitar de la lista', 'quitar sacar borrar eliminar', `${anyWords(2)}de ${one('la su esta')}lista `),
  rule(
    'no deseo recibir',
    'no',
    `${one('quiero deseo')}recibir ${one('nada mas esto')}${upTo(2, 'mas de ustedes thanks')}\\|`,
  ),
  rule('no vuelva', 'no', `vuelva[sn]? a ${telling}`),
  rule(
    'no siga',
    'no',
    `${upTo(1, 'me nos')}sig(?:a|as|an|ues) ${one('mandando enviando escribiendo molestando llamando')}`,
  ),
  rule('no me llame', 'no', `${one('me nos')}llame[ns]? ${upTo(3, 'mas nunca otra vez')}\\|`, {
    ...doubt,
    ...notIfTextsAreWelcome,
  }),
  rule(
    'no quiero mensajes',
    'no nunca',
    `${one('quiero deseo quisiera queremos deseamos necesito autorizo acepto pedi solicite')}(?:(?!${one('dejar cancelar perder parar')})\\w+ ){0,5}(?:${texts}|${one('me nos')}${tell})`,
  ),
  rule(
    'no quiero nada',
    'no',
    `${one('quiero deseo')}${one('mas nada esto estos')}${upTo(3, 'mas de ustedes thanks')}\\|`,
    doubt,
  ),
  rule('no mas mensajes', 'nomas', `${anyWords(1)}(?:${texts}|llamadas )`),
  rule(
    'quiteme de la lista',
    `quitame quiteme quitenme quitarme quitenos saqueme saquenme sacame sacarme saquenos bajame bajeme bajenme borrame
      borreme borrenme borrarme eliminame elimineme eliminenme eliminarme`,
    '',
    notOfBusiness,
  ),
  rule(
    'borre mi numero',
    'borra borre borren borrar elimina elimine eliminen eliminar olvida olvide olviden pierda quita quite quiten saque saquen saca',
    `${one('mi este nuestro')}${one('numero telefono nombre celular contacto')}(?!${one('viejo anterior')})`,
    notOfBusiness,
  ),
  rule('de baja', 'dar darme darnos deme dame denme darse doy den', 'de baja ', notOfBusiness),
  rule('fuera de la lista', 'baja salir fuera', `de ${one('la su esta')}lista `),
  rule('dejame en paz', 'dejame dejeme dejenme dejenos', '(?:en paz|tranquil[oa]s?|sol[oa]) '),
  rule(
    'numero equivocado',
    'numero persona telefono',
    `${one('equivocad[oa] incorrect[oa] errone[oa]')}(?!${one('de en')})`,
    notOfBusiness,
  ),
  rule('numero equivocado', 'equivocado equivocada equivoco', 'de (?:numero|persona) '),
  rule('numero equivocado', 'equivocado equivocada', '\\|', atStart),
  rule('numero equivocado', 'no', '(?:soy esa persona|es mi numero) '),
  rule('numero equivocado', 'aqui', 'no vive '),
  rule(
    'cancelar mensajes',
    'cancela cancele cancelen cancelar cancelo para pare paren parar detener detenga detengan elimine quite suspenda suspender alto basta',
    `${anyWords(2)}(?:${texts}|suscripcion )`,
    no,
  ),
  rule(
    'consentimiento revocado',
    'revoco retiro revocar retirar cancelo anulo doy di',
    `${anyWords(2)}${one('consentimiento permiso autorizacion')}`,
    notOfBusiness,
  ),
  rule('como cancelo', 'como', '(?:cancelo|me salgo|paro|detengo|me doy de baja) ', {
    ...doubt,
    ...notOfBusiness,
  }),
  rule('largo', 'largate vete vayase', '', doubt),
  rule(
    'ya basta',
    'basta ya no',
    `${one('ya basta no estuvo moleste[sn]? molestar')}${upTo(3, 'thanks ya mas nada')}\\|`,
    { ...doubt, ...atStart },
  ),
]
