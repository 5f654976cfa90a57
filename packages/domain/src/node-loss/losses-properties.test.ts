import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HaRule, LossGuest, LossInput } from './input.ts';
import { nodeLosses } from './losses.ts';
import { bindings, obstacleOn } from './obstacles.ts';
import { cluster, GiB, guest, local, node, shared } from './testing/cluster.ts';

const names = ['pve1', 'pve2', 'pve3', 'pve4'] as const;
const aName = fc.constantFrom(...names);
const vmids = [101, 102, 103, 104, 105, 106, 107, 108];

const someNodes = fc
  .tuple(
    ...names.map(() =>
      fc.record({
        free: fc.integer({ min: 0, max: 24 }),
        isOnline: fc.boolean(),
        level: fc.integer({ min: 1, max: 4 }),
      }),
    ),
  )
  .map((all) =>
    all.map(({ free, isOnline, level }, i) =>
      node(names[i] ?? '', free, { isOnline: isOnline || i === 0, cpu: { vendor: i === 3 ? 'amd' : 'intel', level } }),
    ),
  );

const someHardware = fc.constantFrom<LossGuest['hardware'][]>(
  shared,
  shared,
  shared,
  local,
  undefined,
  { ...shared, devices: [{ key: 'hostpci0', kind: 'pci' }] },
  { ...shared, cpuType: 'Skylake-Server' },
  { devices: [], disks: [{ key: 'scsi0', storage: 'nas', isCopied: true }] },
);

const someGuests = fc
  .tuple(
    ...vmids.map(() =>
      fc.record({
        at: fc.oneof(fc.constant('pve1'), aName),
        memory: fc.integer({ min: 1, max: 12 }),
        isManaged: fc.boolean(),
        hardware: someHardware,
        replicatedTo: fc.subarray([...names]),
      }),
    ),
  )
  .map((all) => all.map(({ at, memory, ...more }, i) => guest(vmids[i] ?? 0, at, memory, more)));

const someRules: fc.Arbitrary<HaRule[]> = fc
  .array(
    fc.oneof(
      fc.record({
        kind: fc.constant('nodes' as const),
        vmids: fc.subarray(vmids),
        nodes: fc.uniqueArray(fc.record({ name: aName, priority: fc.integer({ min: 0, max: 2 }) }), {
          selector: ({ name }) => name,
        }),
        isStrict: fc.boolean(),
      }),
      fc.record({ kind: fc.constantFrom('together' as const, 'apart' as const), vmids: fc.subarray(vmids) }),
    ),
    { maxLength: 3 },
  )
  .map((rules) => rules.map((rule, i) => ({ ...rule, id: `rule${i}` })));

const aCluster = fc.record({ nodes: someNodes, guests: someGuests, rules: someRules }).map((given) => cluster(given));

/** Calls `check` for each node that is online or had guests, with the places of its guests. */
function eachLoss(input: LossInput, check: (node: string, to: ReadonlyMap<number, string>) => void): void {
  for (const { node, guests } of nodeLosses(input))
    check(node, new Map(guests.flatMap(({ vmid, to }) => (to === undefined ? [] : [[vmid, to] as const]))));
}
const guestOf = ({ guests }: LossInput, vmid: number) => guests.find((each) => each.vmid === vmid) as LossGuest;

test('no node gets more memory than is free there', () => {
  fc.assert(
    fc.property(aCluster, (input) =>
      eachLoss(input, (_, to) => {
        for (const { name, freeBytes } of input.nodes) {
          const placed = [...to].filter(([, at]) => at === name).map(([vmid]) => guestOf(input, vmid).memoryBytes);
          expect(placed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(freeBytes);
        }
      }),
    ),
  );
});

test('a guest that something binds is never placed, and no guest is placed where something keeps it away', () => {
  fc.assert(
    fc.property(aCluster, (input) =>
      eachLoss(input, (lost, to) => {
        for (const [vmid, at] of to) {
          const own = guestOf(input, vmid);
          const target = input.nodes.find(({ name }) => name === at);
          expect(bindings(own, input)).toEqual([]);
          expect(at).not.toBe(lost);
          expect(target?.isOnline).toBe(true);
          expect(target && obstacleOn(target, own, input)).toBeUndefined();
        }
      }),
    ),
  );
});

test('rules of HA hold after the loss', () => {
  fc.assert(
    fc.property(aCluster, (input) =>
      eachLoss(input, (lost, to) => {
        // what was on a node that is off runs nowhere
        const stay = new Set(input.nodes.flatMap(({ name, isOnline }) => (isOnline && name !== lost ? [name] : [])));
        const at = (vmid: number) => {
          const { node } = guestOf(input, vmid);
          return to.get(vmid) ?? (stay.has(node) ? node : undefined);
        };
        for (const rule of input.rules) {
          const own = rule.vmids.filter((vmid) => guestOf(input, vmid).isManaged);
          for (const moved of own.filter((vmid) => to.has(vmid))) {
            const others = own.filter((vmid) => vmid !== moved).map(at);
            if (rule.kind === 'apart') expect(others).not.toContain(at(moved));
            const homes = own.flatMap((vmid) => (to.has(vmid) ? [] : (at(vmid) ?? [])));
            if (rule.kind === 'together' && homes.length > 0) expect(homes).toContain(at(moved));
            if (rule.kind === 'together' && homes.length === 0)
              expect(new Set(own.flatMap((vmid) => at(vmid) ?? [])).size).toBe(1);
          }
        }
      }),
    ),
  );
});

test('every running guest of a lost node is named once: with a node, or with the reason why there is none', () => {
  fc.assert(
    fc.property(aCluster, (input) => {
      for (const { node, guests } of nodeLosses(input)) {
        expect(guests.map(({ vmid }) => vmid)).toEqual(
          input.guests.filter((each) => each.node === node).map(({ vmid }) => vmid),
        );
        for (const { to, obstacles } of guests)
          expect((to === undefined) === (obstacles !== undefined && obstacles.length > 0)).toBe(true);
      }
    }),
  );
});

test('the order of nodes, guests and rules does not matter', () => {
  fc.assert(
    fc.property(aCluster, (input) => {
      const { nodes, guests, rules } = input;
      const other = { ...input, nodes: nodes.toReversed(), guests: guests.toReversed(), rules: rules.toReversed() };
      expect(nodeLosses(other)).toEqual(nodeLosses(input));
    }),
  );
});

test('a guest that had a place still has one when there is plenty of memory', () => {
  fc.assert(
    fc.property(aCluster, (input) => {
      const more = { ...input, nodes: input.nodes.map((each) => ({ ...each, freeBytes: each.freeBytes + 100 * GiB })) };
      const before = nodeLosses(input);
      nodeLosses(more).forEach(({ guests }, i) => {
        for (const [j, { to }] of (before[i]?.guests ?? []).entries())
          if (to !== undefined && input.rules.length === 0) expect(guests[j]?.to).toBeDefined();
      });
    }),
  );
});
