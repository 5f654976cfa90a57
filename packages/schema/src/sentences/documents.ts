// What is wrong with a configuration file, and with variables of the environment. `yaml.…` have the names that the YAML library gives.

export const documents = {
  'yaml.ALIAS_PROPS': 'An alias (*name) can have no anchor and no tag',
  'yaml.BAD_ALIAS':
    'The name of this anchor or alias is not valid. A text that begins with * or & needs quotation marks',
  'yaml.BAD_INDENT': 'The indentation is wrong here',
  'yaml.BLOCK_AS_IMPLICIT_KEY':
    'A list or mapping cannot begin here. Is the indentation right, or a space missing after a colon?',
  'yaml.BLOCK_IN_FLOW': 'Within square or curly brackets no line can begin with a dash',
  'yaml.MISSING_CHAR': 'A character is missing here: a closing bracket, a quotation mark, a colon, or a space after it',
  'yaml.MULTILINE_IMPLICIT_KEY': 'A key must be on one line, with a colon after it',
  'yaml.MULTIPLE_ANCHORS': 'A value can have one anchor',
  'yaml.MULTIPLE_DOCS': 'A configuration file has one document: remove the line ---',
  'yaml.NON_STRING_KEY': 'A key must be a text',
  'yaml.TAB_AS_INDENT': 'Use spaces, not tabs, to indent',
  'yaml.TAG_RESOLVE_FAILED': 'This tag (!…) is not known here',
  'yaml.UNEXPECTED_TOKEN': 'This is not expected here',
  'yaml.BAD_DQ_ESCAPE':
    'After \\ in "…" comes something that is not known. In single quotation marks \\ has no meaning',
  'yaml.BAD_SCALAR_START': 'A text that begins with this character needs quotation marks',
  'yaml.notValid': 'This is not valid YAML',
  'document.tooLarge': 'The file is larger than {mebibytes} MiB',
  'document.fileTooDeep': 'The file is nested too deeply',
  'document.tooDeep': 'is nested too deeply',
  'document.noAnchor': 'is an alias without an anchor before it',
  'document.tooMany': 'The file has more than {limit} values, counting those of aliases',
  'document.keyNoText': 'has a key that is no text',
  'document.twice': 'is there twice',
  'document.unknownKey': 'is an unknown key. Known here: {known}',
  'document.misspeltKey': 'is an unknown key. Did you mean {meant}? Known here: {known}',
  'document.path': 'must be the path of a file',
  'document.emptySecret': '{file} is empty',
  'document.largeSecret': '{file} is too large for a secret',
  'document.unreadable': '{file} cannot be read ({code})',
  'document.beside': 'stands beside {name}: use one of them',
  'variable.unknown': '{name} is no variable of Belfry and has no effect.',
  'variable.misspelt': '{name} is no variable of Belfry and has no effect. Is {meant} meant?',
} as const;
