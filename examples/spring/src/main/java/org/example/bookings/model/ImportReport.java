package org.example.bookings.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** What came of a feed. The builder is like the one of Lombok's {@code @Builder} with {@code @Singular}. */
public class ImportReport {
  private final String source;
  private final int imported;
  private final int skipped;
  private final List<String> errors;

  @Generated
  ImportReport(String source, int imported, int skipped, List<String> errors) {
    this.source = source;
    this.imported = imported;
    this.skipped = skipped;
    this.errors = errors;
  }

  /** Whether more lines were wrong than right. */
  public boolean isSuspicious() {
    return errors.size() > imported + skipped;
  }

  @Generated
  public static ImportReportBuilder builder() {
    return new ImportReportBuilder();
  }

  @Generated
  public String getSource() {
    return source;
  }

  @Generated
  public int getImported() {
    return imported;
  }

  @Generated
  public int getSkipped() {
    return skipped;
  }

  @Generated
  public List<String> getErrors() {
    return errors;
  }

  @Generated
  public static class ImportReportBuilder {
    private String source;
    private int imported;
    private int skipped;
    private ArrayList<String> errors;

    @Generated
    ImportReportBuilder() {}

    @Generated
    public ImportReportBuilder source(String source) {
      this.source = source;
      return this;
    }

    @Generated
    public ImportReportBuilder imported(int imported) {
      this.imported = imported;
      return this;
    }

    @Generated
    public ImportReportBuilder skipped(int skipped) {
      this.skipped = skipped;
      return this;
    }

    @Generated
    public ImportReportBuilder error(String error) {
      if (this.errors == null) {
        this.errors = new ArrayList<String>();
      }
      this.errors.add(error);
      return this;
    }

    @Generated
    public ImportReportBuilder errors(Collection<? extends String> errors) {
      if (errors == null) {
        throw new NullPointerException("errors cannot be null");
      }
      if (this.errors == null) {
        this.errors = new ArrayList<String>();
      }
      this.errors.addAll(errors);
      return this;
    }

    @Generated
    public ImportReportBuilder clearErrors() {
      if (this.errors != null) {
        this.errors.clear();
      }
      return this;
    }

    @Generated
    public ImportReport build() {
      List<String> errors;
      switch (this.errors == null ? 0 : this.errors.size()) {
        case 0:
          errors = Collections.emptyList();
          break;
        case 1:
          errors = Collections.singletonList(this.errors.get(0));
          break;
        default:
          errors = Collections.unmodifiableList(new ArrayList<String>(this.errors));
      }
      return new ImportReport(this.source, this.imported, this.skipped, errors);
    }

    @Generated
    @Override
    public String toString() {
      return "ImportReport.ImportReportBuilder(source=" + this.source + ", imported=" + this.imported
          + ", skipped=" + this.skipped + ", errors=" + this.errors + ")";
    }
  }
}
