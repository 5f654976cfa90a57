// Why no edit would have halved an alert, by `NoNoiseEdit`.

export const noise = {
  'noise.event': 'Belfry cannot try thresholds or delays for this kind of alert, or its resource is gone.',
  'noise.off': 'Its threshold is switched off by now.',
  'noise.noPast': 'Nothing is known about the past of its value, so no edit could be tried.',
  'noise.coarse': 'The stored values are too coarse to show most of these alerts, so no edit could be tried.',
  'noise.none': 'No edit would have halved it. It may be a real fault.',
} as const;
