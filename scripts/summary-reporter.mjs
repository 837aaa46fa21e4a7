/**
 * A vitest reporter whose last line is `N passed, N failed, N skipped`, alone on the line, for whoever adds up several
 * runs. It stands beside the `default` reporter.
 *
 * Besides tests, these count as one failure each: a module that does not load, a suite whose hook fails, an error outside
 * of any test, a test that never ended, and a run that fails for any other reason (a coverage floor, no tests found), so
 * that the line never says less than the exit code.
 */
export default class SummaryReporter {
  #watches = false;
  #counts = { passed: 0, failed: 0, skipped: 0 };

  onInit(vitest) {
    this.#watches = vitest.config.watch;
    if (this.#watches) return;
    // The coverage table is printed after the run has ended, and the line is the last one only from here.
    process.once('exit', (code) => {
      if (code !== 0 && this.#counts.failed === 0) this.#counts.failed = 1;
      this.#print();
    });
  }

  onTestRunEnd(testModules, unhandledErrors) {
    this.#counts = countsOf(testModules, unhandledErrors);
    if (this.#watches) this.#print();
  }

  #print() {
    const { passed, failed, skipped } = this.#counts;
    process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}

function countsOf(testModules, unhandledErrors) {
  const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
  for (const testModule of testModules) {
    for (const suite of [testModule, ...testModule.children.allSuites()]) {
      if (suite.errors().length > 0) counts.failed += 1;
    }
    for (const test of testModule.children.allTests()) {
      const { state } = test.result();
      counts[state === 'pending' ? 'failed' : state] += 1;
    }
  }
  return counts;
}
