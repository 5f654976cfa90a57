// A command that says its help, and mistakes in how it is called, in the language of the user. commander says them in English only: the
// methods that make its sentences are replaced here. Their names are those of commander 15, and a test meets each.
import { nearest } from '@belfry/domain/nearest';
import { Command, Help, type Option } from 'commander';
import { messages } from './messages/usage.ts';

class SpokenHelp extends Help {
  override styleTitle(title: string): string {
    const { titles } = messages;
    return { 'Usage:': titles.usage, 'Options:': titles.options, 'Commands:': titles.commands }[title] ?? title;
  }
  override commandUsage(command: Command): string {
    return inWords(super.commandUsage(command));
  }
  override subcommandTerm(command: Command): string {
    return inWords(super.subcommandTerm(command));
  }
  override subcommandDescription(command: Command): string {
    return command.name() === 'help' ? messages.showHelp : super.subcommandDescription(command);
  }
  override optionDescription({ long, description, defaultValue }: Option): string {
    if (long === '--help') return messages.showHelp;
    return typeof defaultValue === 'string' ? `${description} (${messages.default(defaultValue)})` : description;
  }
}

const inWords = (usage: string): string =>
  usage.replaceAll('[options]', messages.places.options).replaceAll('[command]', messages.places.command);

export class SpokenCommand extends Command {
  /** Its words are those of another program, which says itself what is wrong with them. */
  #isForeign = false;

  override createCommand(name?: string): SpokenCommand {
    return new SpokenCommand(name);
  }
  override createHelp(): Help {
    return Object.assign(new SpokenHelp(), this.configureHelp());
  }

  override allowUnknownOption(isAllowed = true): this {
    this.#isForeign = isAllowed;
    return super.allowUnknownOption(isAllowed);
  }

  unknownOption(flag: string): void {
    if (this.#isForeign) return;
    this.#refuse('unknownOption', withNearest(messages.unknownOption(flag), flag, this.#everyOption()));
  }
  unknownCommand(): void {
    const [name = ''] = this.args;
    const known = this.commands.map((command) => command.name());
    this.#refuse('unknownCommand', withNearest(messages.unknownCommand(name), name, known));
  }
  missingArgument(name: string): void {
    this.#refuse('missingArgument', messages.missingArgument(name));
  }
  optionMissingArgument({ flags }: Option): void {
    this.#refuse('optionMissingArgument', messages.missingValue(flags));
  }
  missingMandatoryOptionValue({ flags }: Option): void {
    this.#refuse('missingMandatoryOptionValue', messages.missingOption(flags));
  }
  _excessArguments(values: readonly string[]): void {
    if (this.#isForeign) return;
    this.#refuse('excessArguments', messages.tooMany(this.registeredArguments.length, values.join(', ')));
  }

  #refuse(code: string, text: string): never {
    return this.error(messages.mistake(text), { code: `commander.${code}` });
  }
  /** Those of the commands above it too. */
  #everyOption(): string[] {
    const own = this.options.flatMap(({ long }) => long ?? []);
    return this.parent instanceof SpokenCommand ? [...own, ...this.parent.#everyOption()] : own;
  }
}

function withNearest(text: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? text : `${text}\n${messages.meant(meant)}`;
}
