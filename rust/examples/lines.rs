//! Outcome, order and distance of each FEN of standard input, and the outcome by tables of outcomes: cargo run --example lines -- DATA_FOLDER COLLECTION

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let tables = canju::Tables::open(&arguments[1], &arguments[2])?;
    for line in std::io::stdin().lines() {
        let read = line?.parse().and_then(|position| Ok((tables.probe(&position)?, tables.probe_outcome(&position)?)));
        match read {
            Ok((value, by)) => println!("{} {} {} {}", value.outcome, value.order, value.distance, by.outcome),
            Err(error) => println!("{}", error.0),
        }
    }
    Ok(())
}
