// Runs Lighthouse on every screen of the built demo, as a desktop computer and as a phone: npm run x -- node bench/src/lighthouse.ts
// pnpm fetches Lighthouse when this runs: with its 185 MB it is no dependency of the project. Arguments are paths of screens.
import { spawnSync } from 'node:child_process';
import { findChromium } from '@belfry/e2e/chromium';
import { startProduct } from '@belfry/e2e/product';
import { median } from './median.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
/** Of each screen. The median counts: a score moves by ten points with what else the machine does. */
const RUNS = Number(process.env.RUNS ?? 3);
const SCREENS = [
  '/proxmox/overview',
  '/proxmox/storage',
  '/proxmox/backups',
  '/proxmox/mail',
  '/docker',
  '/alerts',
  '/settings/pve',
  '/settings/docker',
  '/settings/system',
  '/settings/security',
];
/** The least score for performance. */
const LEAST = { desktop: 0.99, phone: 0.9 };

/**
 * Lighthouse slows a phone down by a factor of the speed of this machine. Its default of 4 is for machines with a benchmark index of
 * 1,500 to 2,000, and on others it says to choose another factor: with the same factor a slower machine would be a slower phone.
 * One index moves by half within a minute, so that the factor comes from the median of all desktop runs.
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
 */
const USUAL = { factor: 4, index: 1750 };
const slowdown = (index: number): number => Math.round((10 * USUAL.factor * index) / USUAL.index) / 10;

interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices', { score: number }>;
  audits: Record<string, { displayValue?: string }>;
  /** How fast this machine is. */
  environment: { benchmarkIndex: number };
}

function measure(url: string, options: readonly string[]): Report {
  const { stdout, stderr, status } = spawnSync(
    'pnpm',
    [
      ...['--silent', 'dlx', LIGHTHOUSE, url, ...options, '--output=json', '--quiet'],
      '--only-categories=performance,accessibility,best-practices',
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    { encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, CHROME_PATH: findChromium() } },
  );
  if (status !== 0) throw new Error(`Lighthouse failed for ${url}: ${stderr}`);
  return JSON.parse(stdout) as Report;
}

const performanceOf = ({ categories }: Report) => categories.performance.score;

function medianOf(url: string, options: readonly string[]): Report {
  const reports = Array.from({ length: RUNS }, () => measure(url, options));
  return reports.sort((a, b) => performanceOf(a) - performanceOf(b))[Math.floor(RUNS / 2)] as Report;
}

let missed = 0;

/** Prints a row. */
function show(screen: string, form: keyof typeof LEAST, { categories, audits, environment }: Report, factor: number) {
  const { performance, accessibility, 'best-practices': practices } = categories;
  const met = performance.score >= LEAST[form] && accessibility.score === 1 && practices.score === 1;
  if (!met) missed++;
  const scores = [performance, accessibility, practices].map(({ score }) => Math.round(score * 100));
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(
    (id) => audits[id]?.displayValue ?? '',
  );
  const cells = [screen, form, ...scores, ...times, Math.round(environment.benchmarkIndex), factor];
  console.log(`| ${cells.join(' | ')} |${met ? '' : ' MISSED'}`);
}

const product = await startProduct({ BELFRY_DEMO: 'true', BELFRY_AUTH_DISABLED: 'true', BELFRY_LOG_LEVEL: 'warn' });
const wanted = process.argv.slice(2);
console.log(
  '| Screen | As | Performance | Accessibility | Best practices | First paint | Largest paint | Blocked | Speed of this machine | Slowed down |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|');
const screens = wanted.length > 0 ? wanted : SCREENS;
const indexes = screens.map((screen) => {
  const desktop = medianOf(`${product.url}${screen}`, ['--preset=desktop']);
  show(screen, 'desktop', desktop, 1);
  return desktop.environment.benchmarkIndex;
});
const factor = slowdown(median(indexes));
for (const screen of screens) {
  const phone = medianOf(`${product.url}${screen}`, [`--throttling.cpuSlowdownMultiplier=${factor}`]);
  show(screen, 'phone', phone, factor);
}
await product.stop();
process.exitCode = missed > 0 ? 1 : 0;
