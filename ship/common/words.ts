/** The arguments of a command line without quotation marks. */
export const words = (text: string): string[] => text.split(' ')
