// Sentences about restore tests that are handed out and watched.

export const drills = {
  'drill.noAgent':
    'Belfry gets no answer from the agent in {name}, so it could not see whether a copy works. Switch the agent on, and let the account of Belfry ask it.',
  'drill.noBackup': 'Belfry sees no backup of {name} on a storage of its instance.',
  'drill.noRoom':
    'No node that is online has the backup of {name}, enough free memory, and a storage with enough room for a copy.',
  'drill.noStorage': '{node} has no storage "{storage}" with enough room for a copy of {name}.',
  'drill.tooMany': 'There are {limit} open restore tests. End some of them first.',
  'drill.ended': 'The restore test has ended already.',
} as const;
