/** How the commands of `parley person` take a person. */
export const personArgument = ['<person>', 'e-mail address, or identifier of an advisor'] as const
