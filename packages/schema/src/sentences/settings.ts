// Sentences about settings, updates, backups of Belfry, and its history.

export const settings = {
  'settings.ofEnvironment': 'Set by an environment variable, and can only be changed there: {names}',
  'update.notSelf':
    'Belfry does not replace itself: get the new version the way this one was installed. The update plan lists the steps.',
  'update.notNow': 'Belfry cannot install this version now: {reason}',
  'update.running': 'An update is running already.',
  'update.unknown': 'The list of releases has no such release. Check for updates first.',
  'update.notNewer': 'Version {version} is not newer than {own}, which runs.',
  'update.candidate': 'Version {version} is a release candidate. Choose that channel in the settings first.',
  'backup.givenUp': 'The backup of Belfry was given up.',
  'backup.elsewhere': '{problem} The other places have {file}.',
  'backup.noPlace':
    'Belfry has no place for its backups. Set BELFRY_BACKUP_DIR or BELFRY_BACKUP_S3_URL, and BELFRY_BACKUP_PASSPHRASE.',
  'report.tooLong': 'The report was given up, because it took too long.',
  'report.notMade': 'The report could not be made. {reason}',
  'report.noHistory': 'The history does not answer, so nothing can be said about the past.',
  'report.noScope': 'There is no {scope}. Check the name of the site, the cluster or the saved view.',
  'report.noGuestsInView': 'The saved view “{name}” does not list guests, so no report can be made about it.',
  'report.tooMany': 'There are {limit} reports that wait. Order another one when they are made.',
  'report.full': 'Belfry keeps {limit} reports at most. Delete some, or keep them for fewer days.',
  'report.mailOff': 'E-mail is switched off in the settings of the notifications.',
  'report.noPlace': 'Belfry has no such place: set BELFRY_REPORT_DIR or BELFRY_BACKUP_S3_URL.',
  'report.notThere': '{place}: {reason}',
  'report.monthFailed':
    'The evidence report of {period} could not be made or sent. {reasons} Belfry tries again each hour.',
  'report.beingMade': 'This report is being made. It can be deleted afterwards.',
  'history.influxAddress':
    'The address ends with /write?db=NAME (version 1) or /api/v2/write?org=NAME&bucket=NAME (version 2)',
  'history.addressNeeds': 'The address needs {parameter}=NAME',
  'history.ownFields': 'Enter the user and the password in their own fields, not in the address.',
  'history.fewer': 'Ask for fewer: {series} series of {points} points are more than {limit} values',
  'history.ownOnly':
    'Only the history of Belfry itself can say what thresholds would have done. The values are in another engine.',
  'history.off': 'The history is switched off or cannot be used, so nothing can be said about the past.',
  'history.order': 'The range must begin before it ends',
  'history.future': 'The range must not end in the future',
  'history.tooLong': 'The range must not be longer than 20 years',
  'history.tooMany': 'Ask for at most {limit} resources',
  'history.form': 'Write a resource as kind/id, such as guest/dc-100. Kinds: {kinds}',
  'history.unknown': 'No resource with this id: {kind}/{id}',
  'history.noMetric': 'No metric of these resources: {metrics}. There are: {known}',
} as const;
