// Sentences about configurations that are compared or agreed.

export const baselines = {
  'baseline.notRead': 'The configuration of {name} has not been read yet. Each is read about once an hour.',
  'baseline.otherKind': 'Compare a guest with a guest, a node with a node, or a cluster with a cluster.',
  'baseline.none': 'No configuration of {name} was agreed.',
  'baseline.tooMany': 'There are {limit} agreed configurations. Forget some of them first.',
  'baseline.tooLarge': 'The configuration of {name} is too large to be kept as agreed.',
} as const;
