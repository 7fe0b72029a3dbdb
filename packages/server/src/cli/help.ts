import { Command } from 'commander'

/** `parley help carrier add`: commander's own goes one step down only. */
export const helpCommand = (program: Command): Command =>
  new Command('help')
    .summary('show what a command does and takes')
    .description('Shows what a command does and takes.')
    .argument('[command...]', 'such as carrier, or carrier add')
    .action((words: readonly string[]) => {
      const found = words.reduce<Command | undefined>(
        (command, word) => command?.commands.find(each => each.name() === word),
        program,
      )
      if (found) found.outputHelp()
      else program.error(`error: unknown command '${words.join(' ')}'`)
    })
