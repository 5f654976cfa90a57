// The texts of the Guest URLs page.
import { inLanguage } from '../../../lib/language/in-language.ts';
export const messages = inLanguage('settingsUrls', {
  loading: 'Loading guest URLs...',
  loadFailed: 'Failed to load guest URLs',
  saveFailed: 'Failed to save guest URLs',
  saved: 'Guest URLs saved',
  none: 'No guests found',
  noneMatch: (search: string) => `No guest matches "${search}".`,
  search: 'Search guests...',
  unsaved: (count: number) => (count === 1 ? '1 address is not saved' : `${count} addresses are not saved`),
  fixFirst: 'An address is not valid yet',
  table: 'Guest URLs',
  heads: { name: 'Name', type: 'Type', vmid: 'VMID', url: 'Custom URL', actions: 'Actions' },
  urlOf: (name: string) => `Custom URL of ${name}`,
  example: 'https://…',
  test: 'Test',
  testOf: (name: string) => `Test the address of ${name} in a new tab`,
  clear: 'Clear',
  clearOf: (name: string) => `Clear the address of ${name}`,
});
