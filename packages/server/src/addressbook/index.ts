// Contacts, groups and the members behind phone numbers. The rest of the server sees the address book only through this file.
export { serveAddressBook } from './routes.ts'
export { seedContacts } from './seed-contacts.ts'
