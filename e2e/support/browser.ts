/** How the browser of the journeys is started: without a GPU and without WebGL, so maps are lists. */
export const launchOptions = {
  executablePath: process.env['PORTOLAN_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
};

/** `test.use({ launchOptions: withMaps })`: maps are drawn, by the processor. Files with it have a browser of their own. */
export const withMaps = { ...launchOptions, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] };
