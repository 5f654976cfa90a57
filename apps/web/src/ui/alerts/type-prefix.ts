// The type of an alert before its message. Pure.
import { messages } from './type-messages.ts';

/** The name of the type. Empty where the message itself contains it: "CPU usage is 91 %." of an alert about the CPU. */
export function typePrefix(type: string, message: string): string {
  const name = messages.name(type);
  return message.toLowerCase().includes(name.toLowerCase()) ? '' : name;
}
