// What is wrong with YAML, in own words: the messages of the library quote the text, which may contain secrets.
import type { YAMLError } from 'yaml';

type Code = YAMLError['code'];

const texts: Partial<Record<Code, string>> = {
  ALIAS_PROPS: 'An alias (*name) can have no anchor and no tag',
  BAD_ALIAS: 'The name of this anchor or alias is not valid. A text that begins with * or & needs quotation marks',
  BAD_INDENT: 'The indentation is wrong here',
  BLOCK_AS_IMPLICIT_KEY:
    'A list or mapping cannot begin here. Is the indentation right, or a space missing after a colon?',
  BLOCK_IN_FLOW: 'Within [ ] and { } no line can begin with a dash',
  MISSING_CHAR: 'A character is missing here: a closing bracket, a quotation mark, a colon, or a space after it',
  MULTILINE_IMPLICIT_KEY: 'A key must be on one line, with a colon after it',
  MULTIPLE_ANCHORS: 'A value can have one anchor',
  MULTIPLE_DOCS: 'A configuration file has one document: remove the line ---',
  NON_STRING_KEY: 'A key must be a text',
  TAB_AS_INDENT: 'Use spaces, not tabs, to indent',
  TAG_RESOLVE_FAILED: 'This tag (!…) is not known here',
  UNEXPECTED_TOKEN: 'This is not expected here',
  BAD_DQ_ESCAPE: 'After \\ in "…" comes something that is not known. In single quotation marks \\ has no meaning',
  BAD_SCALAR_START: 'A text that begins with this character needs quotation marks',
};

export const syntaxText = (code: Code): string => texts[code] ?? 'This is not valid YAML';
