import { Command } from 'commander'

/** `parley help carrier add`: commander's own help goes only one level deep. */
export const helpCommand = (program: Command): Command =>
  new Command('help')
    .summary('show help for a command')
    .description('Shows help for a command.')
    .argument('[command...]', 'such as carrier, or carrier add')
    .action((words: readonly string[]) => {
      const found = words.reduce<Command | undefined>(
        (command, word) => command?.commands.find(each => each.name() === word),
        program,
      )
      if (found) found.outputHelp()
      else program.error(`error: unknown command '${words.join(' ')}'`)
    })
