import { Link, type LinkComponentProps } from '@tanstack/react-router'

type Page = 'overview' | 'people' | 'numbers' | 'applications' | 'policy' | 'journal' | 'account'

/** Address of a page of the console, relative to /firm. */
export type ConsolePath = `/${Page}` | `/people/${number}` | `/applications/${number}` | `/books/${number}`

interface ConsoleLinkProps extends Omit<LinkComponentProps, 'to' | 'params' | 'search'> {
  readonly to: ConsolePath
}

/** The router's types know the routes of the app only; these are the console's. */
export const ConsoleLink = ({ to, ...props }: ConsoleLinkProps) => <Link {...props} to={to as never} />
