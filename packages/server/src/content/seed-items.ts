// 20 subjects with ten items each, two of every type. The first five titles are written for the subject; the others are derived
// from its name, like a series.
import { type ContentType, contentTypes } from './content-type.ts'
import type { RawItem } from './raw-item.ts'

interface Subject {
  readonly name: string
  readonly about: string
  /** In the order of contentTypes: web page, e-mail, social post, print, download. */
  readonly titles: readonly [string, string, string, string, string]
}

const subjects: readonly Subject[] = [
  {
    name: 'Retirement income',
    about: 'How savings, pensions and Social Security become a paycheck that lasts as long as you do.',
    titles: [
      'Five questions to ask before you retire',
      'Is your nest egg ready for a 30-year retirement?',
      'The first year of retiring costs more than most people plan for',
      'Turning savings into a paycheck',
      'Retirement income worksheet',
    ],
  },
  {
    name: 'Social Security',
    about: 'When to claim, how spouses coordinate benefits, and what working longer does to the check.',
    titles: [
      'Claiming at 62, 67 or 70: what the difference is worth',
      'Your Social Security statement has arrived: three things to look at',
      'Divorced? You may claim on a former spouse’s record',
      'Social Security for couples',
      'Break-even table for claiming ages',
    ],
  },
  {
    name: '401(k) plans',
    about: 'Contributions, employer match, rollovers and loans in a workplace plan.',
    titles: [
      'What to do with an old 401(k) when you change jobs',
      'Are you leaving your employer’s match on the table?',
      'Contribution limits are going up. So can your savings rate',
      'Rollover options side by side',
      '401(k) enrollment guide',
    ],
  },
  {
    name: 'Roth conversions',
    about: 'Paying tax today to owe none tomorrow: brackets, the five-year rule and required distributions.',
    titles: [
      'Does a Roth conversion make sense this year?',
      'A window for Roth conversions closes on December 31',
      'Backdoor Roth in four steps',
      'Traditional or Roth: a decision tree',
      'Roth conversion planning sheet',
    ],
  },
  {
    name: 'Income taxes',
    about: 'Withholding, deductions and the dates that matter between January and April.',
    titles: [
      'Ten deductions that taxpayers overlook',
      'Your tax documents: what is in the mail and when',
      'Bunch your deductions, itemize every other year',
      'Tax brackets at a glance',
      'Year-end tax checklist',
    ],
  },
  {
    name: 'Capital gains',
    about: 'Harvesting losses, holding periods and what a sale will really leave you with.',
    titles: [
      'Tax-loss harvesting without tripping over the wash-sale rule',
      'Selling a winner? Look at the calendar first',
      'Held for a year and a day: why long-term gains cost less',
      'Concentrated stock and what can be done about it',
      'Cost basis record keeper',
    ],
  },
  {
    name: 'Market volatility',
    about: 'What falling and rising markets have meant for investors who stayed, and for those who did not.',
    titles: [
      'What past corrections can teach a nervous investor',
      'A note on this week’s markets',
      'Time in the market has beaten timing the market',
      'A century of bear markets on one page',
      'Staying invested: a chart book',
    ],
  },
  {
    name: 'Diversification',
    about: 'Spreading risk across companies, countries and kinds of assets, and rebalancing when they drift.',
    titles: [
      'Is the 60/40 portfolio still a good idea?',
      'Your portfolio has drifted: time to rebalance',
      'Owning 500 companies is not the same as owning the world',
      'Asset classes and how they behaved',
      'Rebalancing policy template',
    ],
  },
  {
    name: 'Interest rates and bonds',
    about: 'How rates move bond prices, what a ladder does, and where cash earns its keep.',
    titles: [
      'Why bond prices fall when rates rise',
      'Your certificates of deposit mature soon: what next?',
      'A bond ladder in 60 seconds',
      'Municipal bonds for high earners',
      'Bond ladder builder',
    ],
  },
  {
    name: 'Inflation',
    about: 'What rising prices do to plans, and the investments that keep up with them.',
    titles: [
      'How inflation eats a fixed income, and what to feed it instead',
      'Prices are up. Is your plan?',
      'A dollar from 1990 buys less than half today',
      'Protecting purchasing power',
      'Household inflation calculator',
    ],
  },
  {
    name: 'Estate planning',
    about: 'Wills, trusts, powers of attorney and the conversations that go with them.',
    titles: [
      'Seven documents that every estate plan needs',
      'When did you last look at your beneficiaries?',
      'A will says who. A trust says how and when',
      'A letter to your executor',
      'Estate planning organizer',
    ],
  },
  {
    name: 'Charitable giving',
    about: 'Donor-advised funds, gifts of stock and qualified distributions from an IRA.',
    titles: [
      'Giving stock instead of cash: more for them, less for the IRS',
      'Your gift can count twice before year end',
      'What is a donor-advised fund? A café conversation',
      'Charitable remainder trusts explained',
      'Giving plan for families',
    ],
  },
  {
    name: 'College savings',
    about: '529 plans, financial aid and paying for education without giving up retirement.',
    titles: [
      '529 plans: nine answers for parents and grandparents',
      'The FAFSA opens soon: what families should gather',
      'Unused 529 money can become a Roth IRA',
      'What four years of college will cost',
      'College savings worksheet',
    ],
  },
  {
    name: 'Life insurance',
    about: 'Term or permanent, how much is enough, and which policies to review.',
    titles: [
      'How much life insurance does a young family need?',
      'Your term policy ends next year',
      'Insuring the parent who stays at home',
      'Term and permanent cover compared',
      'Insurance review questionnaire',
    ],
  },
  {
    name: 'Long-term care',
    about: 'Who pays for care at home or in a facility, and what can be arranged in advance.',
    titles: [
      'What Medicare does not cover: care at home',
      'Talking with your parents about long-term care',
      'Seven in ten people who reach 65 will need some care',
      'Paying for care: four ways',
      'Family care planning guide',
    ],
  },
  {
    name: 'Medicare',
    about: 'Parts A to D, enrollment windows and the surcharges that higher incomes bring.',
    titles: [
      'Medicare at 65: dates that you cannot miss',
      'Open enrollment has begun',
      'Advantage or Medigap? Start with your doctors',
      'Medicare on two pages',
      'Medicare enrollment checklist',
    ],
  },
  {
    name: 'Women and wealth',
    about: 'Longer lives, career breaks and widowhood: planning that takes them into account.',
    titles: [
      'Why women need a longer plan',
      'After a loss: the first ninety days',
      'A résumé gap need not become a savings gap',
      'Money milestones for women',
      'Suddenly single: a financial organizer',
    ],
  },
  {
    name: 'Business owners',
    about: 'Succession, retirement plans for small companies and the sale of a life’s work.',
    titles: [
      'Selling your business: begin five years before',
      'SEP, SIMPLE or solo 401(k)? A note for the self-employed',
      'Your business is not your retirement plan',
      'Buy-sell agreements in plain words',
      'Succession planning workbook',
    ],
  },
  {
    name: 'Budgeting and debt',
    about: 'Emergency funds, credit and the habits that make saving automatic.',
    titles: [
      'How large should an emergency fund be?',
      'Pay yourself first, and let the bank do the work',
      'Avalanche or snowball: two ways out of debt',
      'A household budget on one page',
      'Debt payoff planner',
    ],
  },
  {
    name: 'Fraud and identity theft',
    about: 'How thieves reach older investors, and what to do in the first hour.',
    titles: [
      'Protect your parents from financial scams',
      'We will never ask for your password by text',
      'Freeze your credit: it is free and takes ten minutes',
      'Signs of elder financial abuse',
      'Identity theft recovery kit',
    ],
  },
]

const series: Readonly<Record<ContentType, (name: string) => string>> = {
  WebContent: name => `${name}: answers to common questions`,
  Emails: name => `This month: ${name}`,
  SocialPosts: name => `${name} in three facts`,
  Print: name => `${name}: an introduction for clients`,
  DownloadContent: name => `${name}: slides for a client seminar`,
}

const newest = Date.UTC(2026, 8, 28, 13)
const hoursApart = 53

export function seedItems(): RawItem[] {
  const rounds = subjects.flatMap(subject =>
    contentTypes.flatMap((type, index) => [
      { subject, type, title: subject.titles[index] ?? '' },
      { subject, type, title: series[type](subject.name) },
    ]),
  )
  // 200 and 73 have no common factor, so each is used once and neighbours in time have different subjects.
  return rounds.map((_, index) => {
    const { subject, type, title } = rounds[(index * 73) % rounds.length] ?? rounds[0] ?? missing()
    const slug = title
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9\s-]/g, '')
      .replaceAll(/[\s-]+/g, '-')
    return {
      place: `${index + 1}`,
      key: `sandbox-${slug}`,
      type,
      title,
      url: `https://library.parley.localhost/${slug}`,
      summary: `${subject.name}. ${subject.about}`,
      published: new Date(newest - index * hoursApart * 3_600_000).toISOString(),
    }
  })
}

function missing(): never {
  throw new Error('There are no subjects')
}
