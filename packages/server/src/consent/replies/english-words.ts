import { one, upTo } from './stop-rule.ts'

export const texts = one(
  'texts? messages? sms texting messaging contacting spam\\w* promo\\w* mensajes? textos?',
)
export const plainTexts = one('texts texting messages messaging mensajes textos')
export const closing = upTo(3, 'please thanks now anymore ever')
