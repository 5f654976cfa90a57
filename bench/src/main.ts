// `npm run bench`: measures the resource limits with the lab and prints the table for docs/site/guide/resource-contract.md.
import { cpus, totalmem } from 'node:os';
import { MAX_FAST_CALLS, MAX_SENT_IN_10_S, MEMORY, WRITTEN_A_DAY_BY_HISTORY } from '@belfry/domain/own-limits';
import { measureAlertList } from './alert-list.ts';
import { measureBackupList } from './backup-list.ts';
import { measureBrowser } from './browser.ts';
import { type Answers, measureCycle, recordAnswers } from './cycle.ts';
import { measureHistory } from './history.ts';
import { measureLive } from './live.ts';
import { measureMemory, measureQuery, measureSize, measureWritten } from './measured-values.ts';
import { measureMetrics } from './metrics.ts';
import { measureNotifications } from './notifications.ts';
import { measurePalette } from './palette.ts';
import { measureProtectionPage } from './protection-page.ts';
import { measureStart } from './start.ts';
import { measureThresholds } from './thresholds.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
const ms = (value: number) => `${value < 20 ? value.toFixed(1) : value.toFixed(0)} ms`;
const measureCycles = async (answers: readonly Answers[], alerts: number) =>
  [await measureCycle(answers, 100), await measureCycle(answers, 100, alerts)] as const;
const verdict = (met: boolean) => (met ? 'met' : 'MISSED');

console.error('cycle cost …');
const [small, alarmed] = await measureCycles(await recordAnswers(1000, 120), 300);
const [large, manyAlarmed] = await measureCycles(await recordAnswers(10_000, 45), 3000);
console.error('start, and the whole state …');
const start = await measureStart(1000);
console.error(`live, 1,000 guests in one cluster, 2 × ${seconds} s …`);
const one = await measureLive(1000, 1, seconds);
console.error(`live, 10,000 guests in ten clusters, 2 × ${seconds} s …`);
const ten = await measureLive(10_000, 10, seconds);
console.error('a thousand alerts at once, with a webhook …');
const notified = await measureNotifications(1000);
console.error('a thousand alerts at once, each a message of its own to three webhooks …');
const alone = await measureNotifications(1250, { webhooks: 3, isGrouped: false });
console.error('100,000 alerts of history …');
const history = await measureHistory(100_000);
console.error('a browser, 5,000 guests in one cluster …');
const browser = await measureBrowser(5000);
console.error('metrics for Prometheus, 1,000 guests …');
const metrics = await measureMetrics(1000);
console.error('the page of thresholds, 5,000 guests …');
const thresholds = await measureThresholds(5000);
console.error('measured values: written, stored, asked for, in memory …');
const written = await measureWritten(100);
const stored = await measureSize();
const asked = await measureQuery();
const recorded = await measureMemory(1000);
const listMs = measureBackupList(10_000);
const palette = await measurePalette();
const alertList = await measureAlertList();
console.error('the page of protection, 10,000 guests, 100,000 backups …');
const protection = await measureProtectionPage(10_000, 100_000);

const cpu = (cost: typeof one, sockets: number) =>
  cost.cpuPerMinute.find((c) => c.sockets === sockets)?.seconds.toFixed(1);
const share = (c: typeof small) => `${(c.alertsMs / c.parseMs).toFixed(2)} × (${c.active} active)`;
const planner = (c: typeof small) => `${(c.notifyMs / c.parseMs).toFixed(2)} × (${c.notifyMs.toFixed(2)} ms)`;
const ratio = (c: typeof small) => `${c.ratio.toFixed(2)} × (${c.cycleMs.toFixed(1)} ms / ${c.parseMs.toFixed(1)} ms)`;
console.log(`
Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}; lab, product and sockets share it.

| What | Contract | 1,000 guests | 10,000 guests, ten clusters |
|---|---|---|---|
| calls a minute to a cluster, fast loop | ≤ ${MAX_FAST_CALLS} | ${one.fastCalls.toFixed(1)} (${verdict(one.fastCalls <= MAX_FAST_CALLS)}) | ${ten.fastCalls.toFixed(1)} (${verdict(ten.fastCalls <= MAX_FAST_CALLS)}) |
| calls a minute to a cluster, everything | | ${one.allCalls.toFixed(0)} | ${ten.allCalls.toFixed(0)} |
| one full cycle to 100 sockets, as a ratio to \`JSON.parse\` of the same answers | ≤ 3 × | ${ratio(small)} (${verdict(small.ratio <= 3)}) | ${ratio(large)}, one cluster |
| the same with 300 more alerts active (10,000 guests: 3,000 more) | ≤ 3 × | ${ratio(alarmed)} (${verdict(alarmed.ratio <= 3)}) | ${ratio(manyAlarmed)}, one cluster |
| of it, the evaluation of alerts | | ${share(small)} | ${share(large)} |
| the same with the alerts of the row before | | ${share(alarmed)} | ${share(manyAlarmed)} |
| of it, the planner of notifications, three destinations | | ${planner(alarmed)} | ${planner(manyAlarmed)} |
| bytes to one browser in 10 s | ≤ ${MAX_SENT_IN_10_S / 1000} KB | ${kb(one.bytesPer10s)} (${verdict(one.bytesPer10s <= MAX_SENT_IN_10_S)}) | ${kb(ten.bytesPer10s)} |
| resident memory | ≤ ${mib(MEMORY.upTo1000)}, ≤ ${mib(MEMORY.at10000)} | ${mib(one.residentBytes)} (${verdict(one.residentBytes <= MEMORY.upTo1000)}) | ${mib(ten.residentBytes)} (${verdict(ten.residentBytes <= MEMORY.at10000)}) |
| CPU seconds a minute, 1 socket | | ${cpu(one, 1)} | ${cpu(ten, 1)} |
| CPU seconds a minute, 100 sockets | | ${cpu(one, 100)} | ${cpu(ten, 100)} |
| alerts that begin in one poll: polls in 40 s after and before it | not fewer | ${notified.polls} / ${notified.pollsBefore} (${verdict(notified.polls >= notified.pollsBefore - 1)}); ${notified.raised} raised, ${notified.notified} notified in ${notified.messages} messages | |
| resident memory meanwhile | < 20 MB more | ${(notified.grownBytes / 1e6).toFixed(1)} MB (${verdict(notified.grownBytes < 20e6)}) | |
| the same without groups, to three webhooks | < 20 MB more | ${(alone.grownBytes / 1e6).toFixed(1)} MB (${verdict(alone.grownBytes < 20e6)}); ${alone.raised} raised, polls ${alone.polls} / ${alone.pollsBefore} | |
| start until it listens | ≤ 600 ms | ${ms(start.listeningMs)}, of these CPU ${ms(start.listeningCpuMs)} (${verdict(start.listeningMs <= 600)}) | |
| start until the guests of five nodes are there | ≤ 2 s | ${ms(start.firstStateMs)} (${verdict(start.firstStateMs <= 2000)}) | |
| ${history.rows.toLocaleString('en')} alerts of history: a query of the page, 95th percentile of ${history.queries} | ≤ 100 ms | ${ms(history.p95Ms)} (${verdict(history.p95Ms <= 100)}), the slowest ${ms(history.worst.ms)} | |
| meanwhile, and during an export of 10,000: the longest time in which nobody else is answered | ≤ 100 ms | ${ms(history.heldMs)} (${verdict(history.heldMs <= 100)}) | |
| \`/metrics\` of ${metrics.guests} guests (${metrics.series} series, ${kb(metrics.bytes)}) | ≤ 50 ms | ${ms(metrics.ms)}, compressed ${ms(metrics.gzipMs)}, CPU ${ms(metrics.cpuMs)} (${verdict(metrics.ms <= 50)}) | |
| history: written a day by 100 guests | ≤ ${WRITTEN_A_DAY_BY_HISTORY / 1e6} MB | ${written.dayMB.toFixed(1)} MB, and once ${written.importMB.toFixed(1)} MB for the import (${verdict(written.dayMB + written.importMB <= WRITTEN_A_DAY_BY_HISTORY / 1e6)}) | |
| the same per guest after two years | ≤ 1.5 MB | ${stored.afterTwoYearsMB.toFixed(2)} MB (${verdict(stored.afterTwoYearsMB <= 1.5)}) | |
| \`GET /api/history\`: all metrics of one guest in 30 days | ≤ 30 ms | ${ms(asked.medianMs)}, the first after a start ${ms(asked.firstMs)} (${verdict(asked.medianMs <= 30)}) | |
| its worker: resident memory after three hours in a few seconds | ≤ 25 MB more | ${recorded.afterMB.toFixed(1)} MB (${verdict(recorded.afterMB <= 25)}) | |
| \`GET /api/state\`, ${kb(start.stateBytes)}, a poll between two | ≤ 40 ms | ${ms(start.stateMs)}, CPU ${ms(start.stateCpuMs)} (${verdict(start.stateMs <= 40)}) | |
`);

console.log(`
| In the browser | Contract | Measured |
|---|---|---|
| first rows of 5,000 guests after the navigation | ≤ 0.8 s | ${ms(browser.firstRowsMs)} (${verdict(browser.firstRowsMs <= 800)}) |
| main thread in the second after a live update of 5,000 guests, its own time, median | ≤ 16 ms | ${ms(browser.updateMs)} (${verdict(browser.updateMs <= 16)}) |
| the same, 95th percentile | ≤ 30 ms | ${ms(browser.slowUpdateMs)} (${verdict(browser.slowUpdateMs <= 30)}) |
| the same for updates that contain every guest | | ${browser.fullMs === 0 ? 'none seen' : ms(browser.fullMs)} |
| blank frames while scrolling 30,000 pixels | 0 of ${browser.frames} | ${browser.blankFrames} (${verdict(browser.blankFrames === 0)}) |
| the same for ${alertList.alerts.toLocaleString('en')} active alerts | 0 of ${alertList.frames} | ${alertList.blankFrames} (${verdict(alertList.blankFrames === 0)}) |
| filter, sort and group 10,000 backups | ≤ 50 ms | ${ms(listMs)} (${verdict(listMs <= 50)}) |
| open the command palette over ${palette.resources.toLocaleString('en')} resources, processor time of the main thread | ≤ 50 ms | ${ms(palette.openMs)} (${verdict(palette.openMs <= 50)}) |
| a letter typed into it | | ${ms(palette.letterMs)} |
| protection of ${protection.guests.toLocaleString('en')} guests, ${protection.backups.toLocaleString('en')} backups: rows painted after the click | ≤ 300 ms | ${ms(protection.openMs)}, the slowest ${ms(protection.slowestMs)} (${verdict(protection.openMs <= 300)}) |
| thresholds of 5,000 guests: first rows after the click | ≤ 300 ms | ${ms(thresholds.firstRowsMs)}, of these main thread ${ms(thresholds.firstRowsCpuMs)} (${verdict(thresholds.firstRowsMs <= 300)}) |
| a key in an open cell, main thread | ≤ 16 ms | ${ms(thresholds.cellKeyMs)} (${verdict(thresholds.cellKeyMs <= 16)}) |
| show all of them | | ${ms(thresholds.allRowsMs)}, main thread until all is quiet ${ms(thresholds.allRowsCpuMs)} |
| a letter in the search over all rows, main thread until it is painted | ≤ 16 ms | ${ms(thresholds.searchKeyMs)} (${verdict(thresholds.searchKeyMs <= 16)}) |
| from that key until the rows that match are there, by the clock | | ${ms(thresholds.searchListMs)} |
| main thread in the 600 ms after that key: also the list, the URL, live updates | | ${ms(thresholds.searchWorkMs)}, longest task ${ms(thresholds.searchTaskMs)} |
| requests that save ${thresholds.pasted} pasted values | 1 | ${thresholds.saves} in ${ms(thresholds.saveMs)} (${verdict(thresholds.saves === 1)}) |
`);
