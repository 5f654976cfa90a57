// Why no edit would have halved an alert, by `NoNoiseEdit`.

export const noise = {
  'noise.event': 'It is not about a value with a threshold, or its resource is gone. No threshold or delay changes it.',
  'noise.off': 'Its threshold is switched off by now.',
  'noise.noPast': 'Nothing is known about the past of its value, so no edit could be tried.',
  'noise.coarse': 'The stored values are too coarse to show most of these alerts, so no edit could be tried.',
  'noise.none': 'No edit would have halved it. It may be a real fault.',
} as const;
