import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './contacts.module.css'

export const BackToContacts = () => (
  <Link to="/contacts" className={classes['back']}>
    <IconArrowLeft size={15} aria-hidden />
    Contacts
  </Link>
)
