// The page of active alerts: figures, filters, the alerts, a tip.
import { useQuery } from '@tanstack/react-query';
import { BellOff, Check } from 'lucide-react';
import { useRef } from 'react';
import { demo } from '../../api/system.ts';
import { formatCount } from '../../lib/language/format.ts';
import { useMay } from '../../lib/may.ts';
import type { ChangeView } from '../../lib/view/use-view.ts';
import { useList } from '../../live/use-live.ts';
import { standingOf } from '../../ui/alerts/standing.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterLine } from '../../ui/filter-line.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AlertTable } from './alert-table.tsx';
import { Counters } from './counters.tsx';
import { useDeedKeys } from './deed-keys.ts';
import { messages } from './messages.ts';
import { QuickTip } from './quick-tip.tsx';
import { matchesSearch } from './rows.ts';
import { SelectionButtons } from './selection-buttons.tsx';
import { isOpen, useDeeds } from './use-deeds.ts';
import { useSiteOfAlert } from './use-site-of-alert.ts';
import { type OverviewView, overviewCodec, searchHistoryPref } from './view.ts';
import { WithoutAlert } from './without-alert.tsx';

interface OverviewProps {
  view: OverviewView;
  onChange: ChangeView<OverviewView>;
}

export function Overview({ view, onChange }: OverviewProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  const deeds = useDeeds(useList('activeAlerts'));
  const isDemo = useQuery(demo).data === true;
  const mayAct = useMay('operate') && !isDemo;
  const { alerts, selected, run, clearSelection } = deeds;
  const reset = () => onChange(overviewCodec.fallback);
  useScreenKeys(searchBox, selected.length > 0 ? clearSelection : reset);
  useDeedKeys(mayAct);

  const siteOf = useSiteOfAlert(view.search);
  const matches = matchesSearch(view.search, siteOf);
  const open = alerts.filter(isOpen);
  // what a silence holds back somebody has, and so is what another alert explains
  const shownOpen = alerts
    .filter((alert) => standingOf(alert) === 'firing')
    .filter((alert) => (view.level === 'all' || alert.level === view.level) && matches(alert));
  const hides = view.acknowledged === 'hidden';
  return (
    <>
      <Counters alerts={alerts} />
      <WithoutAlert />
      <FilterLine
        onReset={reset}
        end={
          <>
            {selected.length === 0 && (
              <Button onClick={() => onChange({ acknowledged: hides ? 'shown' : 'hidden' })}>
                {hides ? messages.showAcknowledged : messages.hideAcknowledged}
              </Button>
            )}
            {mayAct &&
              (selected.length > 0 ? (
                <SelectionButtons {...{ selected, run, clearSelection }} />
              ) : (
                <Button look="framed" disabled={shownOpen.length === 0} onClick={() => run('acknowledge', shownOpen)}>
                  <Check size={14} aria-hidden />
                  {messages.acknowledgeAll}{' '}
                  <span className="text-mute tabular-nums">{formatCount(shownOpen.length)}</span>
                </Button>
              ))}
          </>
        }
      >
        <SearchBox
          ref={searchBox}
          name={messages.search}
          tips={messages.searchTips}
          history={searchHistoryPref}
          text={view.search}
          onText={(search) => onChange({ search })}
        />
        <Segmented
          label={messages.level}
          options={messages.levels}
          value={view.level}
          onChange={(level) => onChange({ level })}
        />
      </FilterLine>
      {isDemo && <p className="pb-2 text-mute text-sm">{messages.readOnly}</p>}
      <Boundary name={messages.section}>
        {alerts.length === 0 ? (
          <Notice icon={<BellOff />} title={messages.none}>
            <p>{messages.noneHint}</p>
          </Notice>
        ) : hides && open.length === 0 ? (
          <Notice icon={<BellOff />} title={messages.noneOpen} />
        ) : (
          <AlertTable {...{ deeds, mayAct, view }} onReset={reset} />
        )}
      </Boundary>
      <QuickTip />
      {deeds.dialog}
    </>
  );
}
