// Unit tests read the English texts.
import { english, speak } from '../in-language.ts';

speak(english);
