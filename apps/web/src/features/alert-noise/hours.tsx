// How many alerts began in each hour of the day.
import { messages } from './messages.ts';

const [WIDTH, HEIGHT] = [96, 18];
const BAR = WIDTH / 24;

export function Hours({ hours }: { hours: readonly number[] }) {
  const most = Math.max(1, ...hours);
  const label = hours.flatMap((count, hour) => (count > 0 ? [`${hour}: ${count}`] : [])).join(', ');
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={messages.hours(label)} className="fill-mute">
      {hours.map((count, hour) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * HEIGHT);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
          <rect key={hour} x={hour * BAR} y={HEIGHT - height} width={BAR - 1} height={height} />
        );
      })}
    </svg>
  );
}
