// Names of contacts. The first of each list are the most frequent.

const list = (words: string): readonly string[] => words.trim().split(/\s+/)

export const firstNames = list(`
  James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica
  Thomas Sarah Charles Karen Christopher Lisa Daniel Nancy Matthew Betty Anthony Sandra Mark Margaret Donald Ashley
  Steven Kimberly Andrew Emily Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Maria Diego Aisha
  Omar Chen Priya Elena Fatima Mei Ruth Sofia Naomi Lucía Tamika Ingrid Amara Yuki Leila Nadia Rosa Beatriz Zoë
  Anneliese Håkon Siobhán Tomás Ximena Farid Gunnar Hedda Ikram Jovana Kwame Lorenzo Małgorzata Noor Oksana Quentin
  Rashid Svetlana Théo Ulrike Vikram Wanda Xiomara Yasmin Zbigniew`)

const usualLastNames = list(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson
  Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young
  Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter
  Roberts Gómez Phillips Evans Turner Díaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers
  Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez
  Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez
  O’Connor Wójcik Haddad Okafor Ivanova Tanaka Zimmermann Fischer Novak Silva Rossi Khan Sato Liu`)

const beginnings = list(`
  Ash Beck Black Brad Bram Brock Burn Cald Carl Chat Clay Crom Dal Dun East El Fair Fen Gar Glen Gold Graf Had Hal Hart
  Hazel Hen Hol Kel King Kirk Lang Lark Lind Mal Mar Mel Nor Oak Old Pem Quar Rad Raven Red Rock Rose Sand Shel Stan
  Stock Strat Sut Thorn Up Wake Wal West Whit Wind Wood`)
const endings = list(`
  beck berg bert borne bridge brook bury by cliff combe cote croft dale den don er field feld ford gate grove ham hart
  hurst ington land leigh ley lock low man mead mer more over pool ridge sey shaw stead stein stone ström ton vale ville
  wald ward water way well wick wold wood worth wyn`)

/** Common names, and some thousand rare ones. */
export const lastNames: readonly string[] = [
  ...usualLastNames,
  ...beginnings.flatMap(beginning => endings.map(ending => beginning + ending)),
]
export const usualLastNameCount = usualLastNames.length

export const nicknames = list(
  'Bob Liz Bill Peggy Jim Kate Tom Sue Chuck Mike Dot Al Fran Gus Hank Joey Mitch',
)

export const mailDomains = list(
  'mail.test post.test inbox.test letters.test home.test office.test broadband.test college.test',
)

export const places: readonly (readonly [city: string, state: string, postalCode: string])[] = [
  ['Dayton', 'OH', '45402'],
  ['Richmond', 'VA', '23219'],
  ['Madison', 'WI', '53703'],
  ['Portland', 'OR', '97204'],
  ['Savannah', 'GA', '31401'],
  ['Boise', 'ID', '83702'],
  ['Albuquerque', 'NM', '87102'],
  ['Des Moines', 'IA', '50309'],
]

export const streets = ['Linden Avenue', 'Harbor Street', 'Maple Drive', 'Orchard Lane', 'Mill Road']

export const groupTopics = [
  'Retirement planning',
  'Business owners',
  'Young families',
  'Estate planning',
  'College savings',
  'Quarterly review',
  'Prospects',
  'Newsletter',
]
